import Naru

/// A type in Swift for a schema.
struct ImportedType: Hashable {
  enum Shape: Hashable {
    case named(String)
    /// A list or a dictionary, with the type of its elements or values as it is written.
    case list(String), dictionary(String)
  }

  var shape: Shape
  /// Whether `null` is allowed.
  var isNullable = false
  var constraints: [Constraint] = []
  /// The declared type that a value contains directly, not in a list or a dictionary.
  var contained: String?

  /// The type as it is written, without an optional.
  var text: String {
    switch shape {
    case .named(let name): name
    case .list(let element): "[\(element)]"
    case .dictionary(let value): "[String: \(value)]"
    }
  }

  /// The type as it is written.
  var written: String { isNullable ? "\(text)?" : text }

  /// The type as a parameter or a result as a whole, in which base64 is a string: only a field of a payload is `Data`.
  var outside: ImportedType {
    guard text.filter({ !"[]?".contains($0) }) == "Data" else { return self }
    var type = self
    switch shape {
    case .named: type.shape = .named("String")
    case .list(let element): type.shape = .list(element.replacing("Data", with: "String"))
    case .dictionary: break
    }
    return type
  }

  /// Any value.
  static let any = named("JSONValue")

  static func named(_ name: String, _ constraints: [Constraint] = []) -> ImportedType {
    ImportedType(shape: .named(name), constraints: constraints)
  }
}

/// A declaration of a type.
struct ImportedDeclaration: Hashable {
  /// The name of the type.
  var name: String
  /// The text of the documentation comment.
  var documentation: String
  var shape: Shape
  /// Whether a required field that may be `null` is left out instead.
  var omitsNull = false

  enum Shape: Hashable {
    case fields([Field])
    case values([Value], type: String)
    /// An object of one of several types, which the field `tag` tells.
    case tagged([Case], tag: String)
    /// A value of one of several types, which are tried in order.
    case untagged([Case])
    /// A result with several forms, which the status tells apart.
    case forms([Form])
    /// Another name of a type.
    case alias(String)
  }

  /// A form of a result.
  struct Form: Hashable {
    var status: Int
    /// The name of its case.
    var name: String
    /// The type of the value in the body, as it is written.
    var type: String?
    var headers: [String]
  }

  /// A field of a struct, or of a case.
  struct Field: Hashable {
    var name: String
    var key: String
    var type: ImportedType
    var isRequired: Bool
    var documentation: String
    var isDeprecated: Bool
    /// Whether the type contains itself through this field.
    var isIndirect = false

    /// Whether the property is an optional.
    var isOptional: Bool { !isRequired || type.isNullable }
  }

  /// A value of an enum.
  struct Value: Hashable {
    var name: String
    /// The raw value as a literal.
    var literal: String
    var isNameOfValue: Bool
  }

  /// A case of a union.
  struct Case: Hashable {
    var name: String
    var tag: String
    /// The type of the value; `nil` if the case has fields of its own.
    var type: ImportedType?
    var fields: [Field] = []
  }

  /// The declared types that a value contains directly.
  var contained: [String] {
    switch shape {
    case .fields(let fields): fields.compactMap(\.type.contained)
    case .values, .forms, .alias: []
    case .tagged(let cases, _), .untagged(let cases):
      cases.flatMap { [$0.type?.contained].compactMap(\.self) + $0.fields.compactMap(\.type.contained) }
    }
  }

  /// The strings of all types that the declaration uses.
  var used: [String] {
    switch shape {
    case .fields(let fields): fields.map(\.type.text)
    case .values: []
    case .forms(let forms): forms.compactMap(\.type)
    case .alias(let type): [type]
    case .tagged(let cases, _), .untagged(let cases):
      cases.flatMap { [$0.type?.text].compactMap(\.self) + $0.fields.map(\.type.text) }
    }
  }
}
