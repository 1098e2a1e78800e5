/// A value that is stored elsewhere, so that a struct can contain itself.
///
/// ```swift
/// @Payload
/// struct Comment: Sendable {
///   var text: String
///   @Indirect var parent: Comment?
/// }
/// ```
///
/// A list or a dictionary of the struct needs none. The value is read and written as its type is, and a `nil` is left out.
@propertyWrapper
public struct Indirect<Value: Codable>: FieldWrapper {
  fileprivate indirect enum Storage {
    case value(Value)
  }

  private var storage: Storage

  /// The value.
  public var wrappedValue: Value {
    get {
      switch storage {
      case .value(let value): value
      }
    }
    set { storage = .value(newValue) }
  }

  /// Creates a value.
  public init(wrappedValue: Value) {
    storage = .value(wrappedValue)
  }
}

extension Indirect.Storage: Sendable where Value: Sendable {}
extension Indirect.Storage: Equatable where Value: Equatable {}
extension Indirect.Storage: Hashable where Value: Hashable {}
extension Indirect: Sendable where Value: Sendable {}
extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}

extension Indirect {
  /// Reads a value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
