/// The source of types that imported contracts may need.
enum HelperTypes {
  static let value = """
    /// Any JSON value.
    public enum JSONValue: Codable, Sendable, Hashable {
      case null
      case boolean(Bool)
      case integer(Int64)
      case number(Double)
      case string(String)
      case array([JSONValue])
      case object([String: JSONValue])

      /// Reads any value.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(Bool.self) {
          self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
          self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
          self = .number(value)
        } else if let value = try? container.decode(String.self) {
          self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
          self = .array(value)
        } else {
          self = .object(try container.decode([String: JSONValue].self))
        }
      }

      /// Writes the value.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }
    }

    """

  static let indirect = """
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

    """
}
