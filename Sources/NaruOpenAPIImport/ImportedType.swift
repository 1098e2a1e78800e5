import Naru

/// A type in Swift for a schema. Declared types have a number until all of them are known and have a name.
struct ImportedType: Hashable, Sendable {
  indirect enum Shape: Hashable, Sendable {
    case library(String)
    case declared(Int)
    /// The `ExtensibleEnum` of a declared type.
    case extensible(Int)
    /// A list or a dictionary, with the type of its elements or values.
    case list(ImportedType), dictionary(ImportedType)
  }

  var shape: Shape
  var isNullable = false
  var constraints: [Constraint] = []

  /// The declared type that a value contains directly, not in a list or a dictionary.
  var contained: Int? {
    switch shape {
    case .declared(let id), .extensible(let id): id
    case .library, .list, .dictionary: nil
    }
  }

  var isList: Bool { if case .list = shape { true } else { false } }

  var library: String? { if case .library(let name) = shape { name } else { nil } }

  /// The type of the innermost elements or values.
  var leaf: ImportedType {
    switch shape {
    case .list(let inner), .dictionary(let inner): inner.leaf
    case .library, .declared, .extensible: self
    }
  }

  /// The type as a parameter or a result as a whole, with base64 as a string: only a field of a payload is `Data`.
  var outside: ImportedType {
    var type = self
    switch shape {
    case .library("Data"): type.shape = .library("String")
    case .list(let element): type.shape = .list(element.outside)
    case .library, .declared, .extensible, .dictionary: break
    }
    return type
  }

  static let any = named("JSONValue")

  static func named(_ name: String, _ constraints: [Constraint] = []) -> ImportedType {
    ImportedType(shape: .library(name), constraints: constraints)
  }

  static func declared(_ id: Int) -> ImportedType { ImportedType(shape: .declared(id)) }
}

/// A parameter's or a result's type, with its wrapper: `Query<[Tag]>?`.
struct ImportedValue: Hashable, Sendable {
  var wrapper: String?
  var type: ImportedType
  var isOptional = false

  static let void = ImportedValue(type: .named("Void"))
}

struct ImportedDeclaration: Hashable {
  /// The declaration or the contract that a type is nested in.
  enum Parent: Hashable {
    case module
    case contract(String)
    case type(Int)
  }

  var parent: Parent
  /// The names that the type could have, best first.
  var wishes: [String]
  /// The name, after all types are known.
  var name = ""
  var documentation = ""
  var shape = Shape.alias(.any)
  /// The dictionary of the fields that are not declared.
  var others: Field?
  /// Whether `null` is not written for each field that is nil.
  var omitsNull = false

  enum Shape: Hashable {
    case fields([Field])
    case values([Value], type: String)
    /// An object of one of several types, identified by the field `tag`.
    case tagged([Case], tag: String)
    /// A value of one of several types, which are tried in order.
    case untagged([Case])
    /// A result with several variants, identified by the status.
    case forms([Form])
    /// A result with header fields, identified by their names.
    case headers(body: ImportedValue?, names: [String])
    case alias(ImportedType)
  }

  struct Form: Hashable {
    var status: Int
    var name: String
    var type: ImportedValue?
    var headers: [String]
  }

  struct Field: Hashable {
    var name: String
    var key: String
    var type: ImportedType
    var isRequired = true
    var documentation = ""
    var isDeprecated = false
    /// Whether `nil` is written as `null`, unlike other fields of the struct.
    var writesNull = false
    /// Whether the type contains itself through this field.
    var isIndirect = false
    /// Whether `null` differs from an absent field: `Int??`.
    var isClearable = false
    /// The default value in the document, unless it is only documented.
    var defaultValue: JSONTree?
    var value: String?

    var isOptional: Bool { type.isNullable || value == nil && !isRequired }

    /// The end of its type as it is written.
    var optional: String { isClearable ? "??" : isOptional ? "?" : "" }

    mutating func document(_ sentence: String) { documentation = documentation.followed(by: sentence) }
  }

  struct Value: Hashable {
    var name: String
    var literal: String
    var isNameOfValue: Bool
    var documentation = ""
  }

  struct Case: Hashable {
    /// The name. A case without a tag gets its type's, after all types have a name.
    var name: String
    var tag: String
    /// The type of the value; `nil` if the case has fields of its own.
    var type: ImportedType?
    var fields: [Field] = []
  }

  var used: [ImportedType] {
    switch shape {
    case .fields(let fields): fields.map(\.type) + [others?.type].compactMap(\.self)
    case .values: []
    case .forms(let forms): forms.compactMap(\.type?.type)
    case .headers(let body, _): [body?.type].compactMap(\.self)
    case .alias(let type): [type]
    case .tagged(let cases, _), .untagged(let cases):
      cases.flatMap { ($0.type.map { [$0] } ?? []) + $0.fields.map(\.type) }
    }
  }

  /// The fields of a struct, or of all cases that have some.
  var fields: [Field] {
    switch shape {
    case .fields(let fields): fields
    case .tagged(let cases, _): cases.flatMap(\.fields)
    case .values, .untagged, .forms, .headers, .alias: []
    }
  }

  /// The declared types that a value contains directly.
  var contained: [Int] { used.compactMap(\.contained) }
}
