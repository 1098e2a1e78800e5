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
public struct Indirect<Value: Codable> {
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

  /// Creates an optional value.
  public init<Wrapped>(wrappedValue: Wrapped? = nil) where Value == Wrapped? {
    storage = .value(wrappedValue)
  }
}

extension Indirect.Storage: Sendable where Value: Sendable {}
extension Indirect.Storage: Equatable where Value: Equatable {}
extension Indirect.Storage: Hashable where Value: Hashable {}
extension Indirect: Sendable where Value: Sendable {}
extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}

extension Indirect: Codable {
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

extension KeyedDecodingContainer {
  /// Reads an optional ``Indirect``, whose field may be absent. Synthesized `Codable` conformances call this.
  public func decode<Wrapped>(_ type: Indirect<Wrapped?>.Type, forKey key: Key) throws -> Indirect<Wrapped?> {
    try decodeIfPresent(type, forKey: key) ?? Indirect(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Writes an optional ``Indirect``, or nothing for `nil`. Synthesized `Codable` conformances call this.
  public mutating func encode<Wrapped>(_ value: Indirect<Wrapped?>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
