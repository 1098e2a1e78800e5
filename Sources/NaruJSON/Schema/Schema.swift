/// The JSON schema of a type's values, for documents such as OpenAPI's and for checks.
///
/// Schemas of fields and elements are computed on access, so that a type may contain itself. Code that walks a schema
/// must remember the types it has visited, by ``Named/type``.
public indirect enum Schema: Sendable {
  /// `true` and `false`.
  case boolean
  /// An integer of a fixed width.
  case integer(bits: Int, isSigned: Bool)
  /// A number, with its format: `double`, `float` or `decimal`.
  case number(format: String)
  /// A string, with its format if it has one: `date-time`, `date`, `uri`, `uuid`, `byte` (base64).
  case string(format: String?)
  /// A date in a form of its own: a ``DateAs``. A `Date` is a string of the format `date-time`, which stands for the form of the coding.
  case date(DateCoding)
  /// A value that is also read from other forms: a ``Lenient``.
  case lenient(TypeReference)
  /// An array.
  case array(of: TypeReference)
  /// An object with arbitrary keys.
  case dictionary(of: TypeReference)
  /// The value, or `null`.
  case optional(TypeReference)
  /// An object with declared fields. If it also has fields that are not declared, `others` is the type of their values.
  case object(Named, fields: [Field], others: TypeReference?)
  /// One of a list of strings or numbers. An open enumeration allows others too.
  case enumeration(Named, values: [Value], isOpen: Bool)
  /// An object of one of several variants. The field `tag` names the variant; without a tag, the only key does. An open union allows
  /// other variants as well.
  case union(Named, tag: String?, variants: [Variant], isOpen: Bool)
  /// A value of one of several types: of the first that can read it.
  case anyOf(Named, [TypeReference])
  /// Any value: a ``JSONValue``, or a type that is `Codable`, but not a ``Payload``.
  case any

  /// A declared type with its name.
  public struct Named: Sendable {
    /// The type. Schemas with the same type are equal.
    public let type: any Payload.Type
    /// The summary in the declaration's comment.
    package let description: String?

    /// The type's name with its enclosing types, without its module: `Book.Price`.
    package var name: String {
      let name = String(reflecting: type)
      return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }
  }

  /// The type of a field or an element.
  public struct TypeReference: Sendable {
    /// The type, if it is a ``Payload``.
    package let type: (any Payload.Type)?
    /// The schema of its values, computed on access.
    public var schema: Schema { type?.schema ?? .any }

    /// Creates a reference to a type.
    public init<Value>(_ type: Value.Type) {
      self.type = type as? any Payload.Type
    }
  }

  /// A field of an object.
  public struct Field: Sendable {
    /// Its name in JSON.
    public let name: String
    /// Its type.
    public private(set) var type: TypeReference
    /// Whether it must be present.
    public let isRequired: Bool
    /// The limits of its values.
    public let constraints: [Constraint]
    /// Whether it is deprecated.
    package let isDeprecated: Bool
    /// The summary in the declaration's comment.
    package let description: String?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: Its name in JSON.
    ///   - type: Its type.
    ///   - required: Whether it must be present. By default, it must unless its type is an optional.
    ///   - constraints: The limits of its values.
    ///   - deprecated: Whether it is deprecated.
    ///   - description: The summary in the declaration's comment.
    /// - Returns: The field.
    /// - Precondition: Each limit can apply to values of the type: a length to strings, a range to numbers, a number of items to lists.
    public static func field<Value>(
      _ name: String,
      _ type: Value.Type,
      required: Bool? = nil,
      constraints: [Constraint] = [],
      deprecated: Bool = false,
      description: String? = nil
    ) -> Field {
      for constraint in constraints { constraint.requireKind(of: type, name) }
      return Field(
        name: name,
        type: TypeReference(type),
        isRequired: required ?? !(type is any AnyOptional.Type),
        constraints: constraints,
        isDeprecated: deprecated,
        description: description
      )
    }

    /// Returns the field with the schema of a property wrapper, if the wrapper is a ``Payload``.
    ///
    /// - Parameter property: Any use of the wrapper, for its type. It is never called.
    /// - Returns: The field.
    public func _wrapped<Root, Wrapper>(by property: (Root) -> Wrapper) -> Field {
      var field = self
      if Wrapper.self is any Payload.Type { field.type = TypeReference(Wrapper.self) }
      return field
    }
  }

  /// A variant of a union.
  public struct Variant: Sendable {
    /// Its tag, or its key.
    public let name: String
    /// Its fields, if they are declared with it.
    public let fields: [Field]
    /// The type that declares its fields, if there is one.
    public let type: TypeReference?

    /// Creates a variant with fields of its own.
    public static func variant(_ name: String, _ fields: [Field]) -> Variant {
      Variant(name: name, fields: fields, type: nil)
    }

    /// Creates a variant with the fields of a type.
    public static func variant<Value>(_ name: String, _ type: Value.Type) -> Variant {
      Variant(name: name, fields: [], type: TypeReference(type))
    }
  }

  /// A value of an enumeration.
  public enum Value: Sendable, Hashable {
    /// A string.
    case string(String)
    /// An integer.
    case integer(Int64)
    /// A number.
    case number(Double)
  }
}

extension Schema {
  /// Creates the schema of an object with declared fields, and with others of a type if there is one.
  public static func object<Model: Payload>(
    _ type: Model.Type,
    description: String? = nil,
    _ fields: [Field],
    others: TypeReference? = nil
  ) -> Schema {
    .object(Named(type: type, description: description), fields: fields, others: others)
  }

  /// Creates the schema of a closed enumeration.
  public static func enumeration<Model: Payload>(
    _ type: Model.Type,
    _ values: [Value],
    description: String? = nil
  ) -> Schema {
    .enumeration(Named(type: type, description: description), values: values, isOpen: false)
  }

  /// Creates the schema of a union. An open one has a case for unknown variants.
  public static func union<Model: Payload>(
    _ type: Model.Type,
    tag: String?,
    _ variants: [Variant],
    isOpen: Bool = false,
    description: String? = nil
  ) -> Schema {
    .union(Named(type: type, description: description), tag: tag, variants: variants, isOpen: isOpen)
  }

  /// Creates the schema of a union without a tag, whose types are tried in order.
  public static func anyOf<Model: Payload>(
    _ type: Model.Type,
    _ types: [TypeReference],
    description: String? = nil
  ) -> Schema {
    .anyOf(Named(type: type, description: description), types)
  }
}

extension Schema.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension Schema {
  /// The limits of an object's fields that have some, by the names in JSON.
  package var constraints: [String: [Constraint]] {
    guard case .object(_, let fields, _) = self else { return [:] }
    return Dictionary(fields.lazy.filter { !$0.constraints.isEmpty }.map { ($0.name, $0.constraints) }) { first, _ in
      first
    }
  }
}

/// An optional of any type.
package protocol AnyOptional {
  static var none: Self { get }
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  package var isNil: Bool { self == nil }
}
