/// What values of a type look like in JSON: for documents such as OpenAPI's, and for checks.
///
/// The types of fields and elements are looked at when they are asked for, so that a type may contain itself. Who goes through
/// a schema keeps in mind which types it saw, by ``Named/type``.
public indirect enum Schema: Sendable {
  /// `true` and `false`.
  case boolean
  /// A whole number, with the smallest and the largest one that the type holds.
  case integer(bits: Int, isSigned: Bool)
  /// A number, with its format: `double`, `float` or `decimal`.
  case number(format: String)
  /// A string, with its format if it has one: `date-time`, `uri`, `uuid`, `byte` (base64).
  case string(format: String?)
  /// An array.
  case array(of: Part)
  /// An object with any keys.
  case dictionary(of: Part)
  /// The value, or `null`.
  case optional(Part)
  /// An object with declared fields.
  case object(Named, fields: [Field])
  /// One of some strings or numbers. Others may come where it is open.
  case enumeration(Named, values: [Value], isOpen: Bool)
  /// An object of one of several forms. The field `tag` says which, or without a tag the only key does.
  case union(Named, tag: String?, variants: [Variant])
  /// Anything: a type that is a `Codable` and no ``Payload``.
  case any

  /// The name of a declared type.
  public struct Named: Sendable {
    /// The type. Two schemas with the same one are the same.
    public let type: any Payload.Type
    /// What the declaration's comment says.
    public let description: String?

    /// The type's name, with the names of the types that it is in, and without its module: `Book.Price`.
    public var name: String {
      let name = String(reflecting: type)
      return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }
  }

  /// The type of a field or an element.
  public struct Part: Sendable {
    /// The type, if it is a ``Payload``.
    public let type: (any Payload.Type)?
    /// What its values look like. Looked at now.
    public var schema: Schema { type?.schema ?? .any }

    /// The part that a type is.
    public init<Value>(_ type: Value.Type) {
      self.type = type as? any Payload.Type
    }
  }

  /// A field of an object.
  public struct Field: Sendable {
    /// Its name in JSON.
    public let name: String
    /// Its type.
    public let type: Part
    /// Whether it has to be there.
    public let isRequired: Bool
    /// What the declaration's comment says.
    public let description: String?

    /// A field.
    ///
    /// - Parameters:
    ///   - name: its name in JSON.
    ///   - type: its type.
    ///   - required: whether it has to be there. Without a word, it does unless its type is an optional.
    ///   - description: what the declaration's comment says.
    public static func field<Value>(
      _ name: String,
      _ type: Value.Type,
      required: Bool? = nil,
      description: String? = nil
    ) -> Field {
      Field(
        name: name,
        type: Part(type),
        isRequired: required ?? !(type is any OptionalType.Type),
        description: description
      )
    }
  }

  /// One of the forms of a union.
  public struct Variant: Sendable {
    /// Its tag, or its key.
    public let name: String
    /// Its fields, where they are declared with it.
    public let fields: [Field]
    /// The type that has its fields, where they are declared there.
    public let type: Part?

    /// A form with fields of its own.
    public static func variant(_ name: String, _ fields: [Field]) -> Variant {
      Variant(name: name, fields: fields, type: nil)
    }

    /// A form with the fields of a type.
    public static func variant<Value>(_ name: String, _ type: Value.Type) -> Variant {
      Variant(name: name, fields: [], type: Part(type))
    }
  }

  /// A value of an enumeration.
  public enum Value: Sendable, Hashable {
    /// A string.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
  }
}

extension Schema {
  /// An object with declared fields.
  public static func object<Model: Payload>(
    _ type: Model.Type,
    description: String? = nil,
    _ fields: [Field]
  ) -> Schema {
    .object(Named(type: type, description: description), fields: fields)
  }

  /// One of some values.
  public static func enumeration<Model: Payload>(
    _ type: Model.Type,
    _ values: [Value],
    description: String? = nil
  ) -> Schema {
    .enumeration(Named(type: type, description: description), values: values, isOpen: false)
  }

  /// An object of one of several forms.
  public static func union<Model: Payload>(
    _ type: Model.Type,
    tag: String?,
    _ variants: [Variant],
    description: String? = nil
  ) -> Schema {
    .union(Named(type: type, description: description), tag: tag, variants: variants)
  }
}

extension Schema.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

/// An optional of any type.
private protocol OptionalType {}
extension Optional: OptionalType {}
