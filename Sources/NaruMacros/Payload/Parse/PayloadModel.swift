/// The declaration of a type, with everything that its expansion needs.
struct PayloadModel {
  /// The type's name.
  var name: Identifier
  /// The access modifier of generated members with a trailing space. Empty if the type's own access is the limit.
  var access: String
  /// The lines of the documentation comment.
  var documentation: [String]
  /// The fields or cases of the type.
  var shape: Shape
  /// The types that the conformance depends on: `Item` of `struct Page<Item>`.
  var conditions: [String] = []
  /// The members that the user wrote, which are not generated.
  var written: Written = []
  /// The dictionary of a struct that takes the fields that are not declared.
  var others: FieldModel?
  /// The parameters of the memberwise initializer. `nil` if none is generated.
  var memberwise: [FieldModel]?
  /// Whether a field that is `nil` is written as `null`.
  var writesNull = false
  /// Whether a field is deprecated, so that using it causes a warning.
  var usesDeprecated = false
  /// Whether there were mistakes. The members are then declared without an implementation, so that code that uses them
  /// has no errors of its own.
  var hasMistakes = false

  /// Whether the type is a struct.
  var isStruct: Bool {
    if case .fields = shape { true } else { false }
  }

  /// The fields or cases of a type.
  enum Shape {
    /// A struct: an object.
    case fields([FieldModel])
    /// An enum with raw values: a raw value.
    case rawValues([RawCaseModel], type: String)
    /// Any other enum: an object of one of several variants. The variant's name is the value of the field `tag`, or the
    /// only key if `tag` is `nil`.
    case union([CaseModel], tag: String?)
    /// An enum whose cases have a value each, of a type that tells them apart.
    case untagged([UntaggedCase])
  }

  /// The members that a user may write.
  struct Written: OptionSet {
    let rawValue: Int
    /// `init(from:)`.
    static let decoding = Written(rawValue: 1)
    /// `encode(to:)`.
    static let encoding = Written(rawValue: 2)
    /// `CodingKeys`.
    static let keys = Written(rawValue: 4)
    /// `init(from:)` of a direct reader.
    static let reading = Written(rawValue: 8)
    /// `write(to:)` of a direct writer.
    static let writing = Written(rawValue: 16)
    static let schema = Written(rawValue: 32)
  }
}

/// A field of a struct, or a value of an enum's case.
struct FieldModel {
  /// The property's name, or the label of the value.
  var name: Identifier
  /// The name on the wire.
  var key: String
  /// The type as it is written.
  var type: String
  /// The wrapped type, if the type is optional.
  var wrapped: String?
  /// The property wrapper, as it is written.
  var wrapper: String?
  /// The default value, as it is written.
  var value: String?
  /// Whether it is a `let` with a value: it is written, but never read.
  var isConstant = false
  /// Whether an absent field and `null` are different values: `Int??`.
  var distinguishesNull = false
  /// The type of a value in the dictionary that takes the fields that are not declared.
  var otherType: String?
  /// The expressions for the limits of its values.
  var constraints: [String] = []
  /// Whether using it causes a warning.
  var isDeprecated = false
  /// The lines of the documentation comment.
  var documentation: [String] = []

  /// Whether it may be absent, and has no default value.
  var isOptional: Bool { wrapped != nil && wrapper == nil && (value == nil || value == "nil") }
}

/// A case of an enum with raw values.
struct RawCaseModel {
  /// The case's name.
  var name: Identifier
  /// The raw value.
  var value: Value

  /// A raw value.
  enum Value {
    /// A string.
    case text(String)
    /// A number, as it is written in the source.
    case number(String)
  }

  /// The value, if it is a string.
  var text: String? {
    if case .text(let text) = value { text } else { nil }
  }
}

/// A case of an enum without a tag.
struct UntaggedCase {
  var name: Identifier
  /// The type of its value, as it is written.
  var type: String
  /// Whether its value may be an object.
  var isObject: Bool
}

/// A case of an enum without raw values.
struct CaseModel {
  /// The case's name.
  var name: Identifier
  /// The name on the wire.
  var key: String
  /// The values of the case.
  var content: Content
  /// Whether it is the case for unknown names.
  var isUnknown = false
  /// The lines of the documentation comment.
  var documentation: [String] = []

  /// The values of a case.
  enum Content {
    /// Values that are fields of the object.
    case fields([CaseField])
    /// A single object, whose fields are next to the tag.
    case object(type: String)
  }

  /// A value of a case.
  struct CaseField {
    var field: FieldModel
    /// Whether the value has a label.
    var hasLabel: Bool
  }
}
