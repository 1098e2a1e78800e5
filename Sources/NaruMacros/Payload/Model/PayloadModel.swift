/// A type as it was declared: all that is needed to write its expansion.
struct PayloadModel {
  /// The type's name.
  var name: Identifier
  /// The modifier for what is generated, with a space behind it; empty where the type's own access is the limit.
  var access: String
  /// The lines of the documentation comment.
  var documentation: [String]
  /// What the type is made of.
  var shape: Shape
  /// The types that the conformance depends on: `Item` of `struct Page<Item>`.
  var conditions: [String] = []
  /// What the user wrote himself, so that it isn't written again.
  var written: Written = []
  /// The fields that the initialiser takes. `nil` where none is written.
  var memberwise: [FieldModel]?
  /// Whether a field that is `nil` is written as `null`.
  var writesNull = false
  /// Whether a field is deprecated, so that using it is a warning outside of what is deprecated itself.
  var usesDeprecated = false
  /// Whether there were mistakes. The members are then declared, so that code which uses them has no errors of its own,
  /// but do nothing.
  var hasMistakes = false

  /// Whether the type is a struct.
  var isStruct: Bool {
    if case .fields = shape { true } else { false }
  }

  /// What a type is made of.
  enum Shape {
    /// A struct: an object.
    case fields([FieldModel])
    /// An enum with raw values: one of them.
    case rawValues([RawCaseModel], type: String)
    /// Any other enum: an object of one of several kinds. The name of its kind is the value of the field `tag`, or the only
    /// field where `tag` is `nil`.
    case union([CaseModel], tag: String?)
  }

  /// Members that the user wrote himself.
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
    /// `schema`.
    static let schema = Written(rawValue: 32)
  }
}

/// One field of a struct, or one value in a case of an enum.
struct FieldModel {
  /// The property's name, or the label of the value.
  var name: Identifier
  /// The name on the wire.
  var key: String
  /// The type as it is written.
  var type: String
  /// What is inside of the type, if it is optional.
  var wrapped: String?
  /// The property wrapper around it, as it is written.
  var wrapper: String?
  /// What it is where it is absent, as it is written.
  var value: String?
  /// Whether it is a `let` that has its value already: it is written, never read.
  var isConstant = false
  /// The lines of the documentation comment.
  var documentation: [String] = []

  /// Whether it may be absent without having a value of its own.
  var isOptional: Bool { wrapped != nil && wrapper == nil && (value == nil || value == "nil") }
}

/// One case of an enum with raw values.
struct RawCaseModel {
  /// The case's name.
  var name: Identifier
  /// The raw value.
  var value: Value

  /// A raw value.
  enum Value {
    /// A text, as it is.
    case text(String)
    /// A number, as it is written in source code.
    case number(String)
  }

  /// The text, if it is one.
  var text: String? {
    if case .text(let text) = value { text } else { nil }
  }
}

/// One case of an enum without raw values.
struct CaseModel {
  /// The case's name.
  var name: Identifier
  /// The name on the wire.
  var key: String
  /// What the case has.
  var content: Content
  /// Whether it stands for every name that no other case has.
  var isUnknown = false
  /// The lines of the documentation comment.
  var documentation: [String] = []

  /// What a case has.
  enum Content {
    /// Values that are fields of the object.
    case fields([CaseField])
    /// One value that is an object itself, whose fields stand beside the tag.
    case object(type: String)
  }

  /// One value of a case.
  struct CaseField {
    var field: FieldModel
    /// Whether the value has a label where the case is made.
    var hasLabel: Bool
  }
}
