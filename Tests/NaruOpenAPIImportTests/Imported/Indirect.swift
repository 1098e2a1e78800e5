// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Imported from a document. A file with changes by hand is kept by the next import. (6d19cdcdec54336d)
import Naru

/// An optional value that is stored elsewhere, so that a struct can contain itself.
@propertyWrapper
public struct Indirect<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  private indirect enum Storage: Sendable, Hashable {
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

  /// Stores a value.
  public init(wrappedValue: Value) {
    storage = .value(wrappedValue)
  }

  /// Reads a value.
  public init(from decoder: any Decoder) throws {
    storage = .value(try decoder.singleValueContainer().decode(Value.self))
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedEncodingContainer {
  /// Writes nothing for `nil`.
  mutating func encode<Value>(_ value: Indirect<Value?>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension JSONWriter {
  /// Writes nothing for `nil`.
  mutating func field<Value>(_ key: StaticString, _ value: Indirect<Value?>) throws(JSONError) {
    try field(key, value.wrappedValue)
  }
}
