import Foundation
import Naru

/// A schema with its references and `allOf` merged: the information that a reader needs about a value.
struct SchemaView {
  /// Several schemas: a value has one.
  struct Union {
    /// The field with the name of the variant.
    var tag: String?
    /// Whether no discriminator names that field, whose constants differ.
    var isImplied = false
    /// Whether the only key of an object names the variant.
    var isKeyed = false
    /// Whether a reader accepts a variant that it does not know.
    var isOpen = false
    var variants: [(name: String, schema: JSONTree)] = []
  }

  /// The number of the schema in its document, which is compared faster than the schema.
  var number = 0
  /// The name of the component. `nil` if the schema is written in place.
  var name: String?
  /// The types without `null`. Empty for any value.
  var types: [String] = []
  var isNullable = false
  var properties = JSONTree.Fields()
  var required: [String] = []
  /// Whether other properties than the declared ones are an error.
  var isClosed = false
  /// The properties that the direction of the document leaves out.
  var hidden: Set<String> = []
  /// The properties that no value may have.
  var never: Set<String> = []
  /// The schema of other properties: the values of a dictionary.
  var additional: JSONTree?
  /// Whether `additionalProperties` is `true`.
  var allowsOthers = false
  var items: JSONTree?
  /// The only values. `nil` if there are others.
  var values: [JSONTree]?
  /// Whether a reader accepts other values than `values`.
  var isOpen = false
  var format: String?
  /// The value that a reader uses for a missing one.
  var defaultValue: JSONTree?
  /// `minLength` and the like, by name.
  var limits: [String: JSONTree] = [:]
  /// The rules that are not compared, by name.
  var otherRules: [String: JSONTree] = [:]
  /// The compiled limit `pattern`.
  var regex: Regex<AnyRegexOutput>?
  /// The range of the integer type that reads the value. `nil` for other values, and for an `Int`.
  var width: ClosedRange<Double>?
  var union: Union?
  /// Whether a part of the schema is a component. Every type that contains itself has such schemas.
  var isShared = false

  /// Whether an object has any fields.
  var isFreeForm: Bool {
    additional == nil && !isClosed && union == nil && (allowsOthers || properties.isEmpty && types == ["object"])
  }
  /// Whether every value is allowed.
  var isAny: Bool { types.isEmpty && values == nil && union == nil && properties.isEmpty && items == nil }

  init(_ schema: JSONTree, in api: DescribedAPI) {
    let (words, unions) = merge(schema, api.document)
    read(words, isRecorded: api.isRecorded)
    for union in unions { add(union, words, api.document) }
    if types.isEmpty, union == nil, additional != nil || allowsOthers || isClosed { types = ["object"] }
    never = Set(properties.all.filter { $0.value == false }.map(\.name))
    for name in never { properties[name] = nil }
    if let direction = api.direction {
      let mark = direction == .request ? "readOnly" : "writeOnly"
      hidden = Set(properties.all.filter { api.document.isMarked($0.value, mark) }.map(\.name))
      for name in hidden { properties[name] = nil }
      required.removeAll(where: hidden.contains)
    }
    if let variants = union?.variants, !properties.isEmpty || !required.isEmpty {
      // Each variant has the fields around the union.
      let around: JSONTree = [
        "type": "object", "properties": .object(properties), "required": .array(required.map(JSONTree.string)),
      ]
      union?.variants = variants.map { ($0.name, ["allOf": [around, $0.schema]]) }
      (properties, required) = (.init(), [])
    }
    if types.isEmpty, items != nil { types = ["array"] }
    if types.isEmpty, union == nil, let values {
      types = Set(values.map(\.typeName)).subtracting(["null"]).sorted()
      isNullable = isNullable || values.contains(.null)
    }
    // An imported type checks only the values of an enum.
    let isChecked = api.isRecorded || api.direction != .response || values?.areCases ?? true
    if !isChecked || Set(values ?? []) == [true, false] { values = nil }
    regex = limits["pattern"]?.text.flatMap(api.regex)
  }

  /// Returns the words of a schema, and the unions of several schemas in it. The only schema of a union is merged with those around it.
  private mutating func merge(_ schema: JSONTree, _ document: DocumentReader) -> (JSONTree, [JSONTree]) {
    name = schema.referredName
    var schemas = [schema]
    while true {
      let merged = document.merged(schemas)
      isShared = !merged.references.isEmpty
      (isClosed, isNullable, otherRules) = (merged.isClosed, isNullable || merged.isNullable, merged.combinations)
      let unions = merged.unions.map { union in
        union.mappingVariants { variants in
          let others = variants.filter { !document.isNull($0) }
          if variants.contains(where: document.allowsNull) { isNullable = true }
          // A schema that is a variant of itself is nothing more.
          return others.filter { variant in
            !schemas.contains(variant) && !(variant["$ref"]?.text.map(merged.references.contains) ?? false)
          }
        }
      }
      let only = unions.first { $0.variants.count == 1 && $0["discriminator"] == nil }?.variants.first
      // More variants may follow the only one of an open union.
      guard let only, merged.schema["x-extensible"] != true else {
        return (merged.schema, unions.filter { !$0.variants.isEmpty })
      }
      schemas.append(only)
      name = name ?? only.referredName
    }
  }

  /// Reads the words of a schema.
  private mutating func read(_ words: JSONTree, isRecorded: Bool) {
    types = (words["type"]?.text.map { [$0] } ?? words["type"]?.elements.compactMap(\.text) ?? [])
      .filter(JSONTree.types.contains)
    if types == ["number"], words["format"]?.text.map(JSONTree.isWhole) ?? false { types = ["integer"] }
    if case .object(let fields)? = words["properties"] { properties = fields }
    required = words["required"]?.elements.compactMap(\.text) ?? []
    let others = words["additionalProperties"] ?? words["unevaluatedProperties"]
    allowsOthers = others == true
    additional = others?.boolean == nil ? others : nil
    if additional == ["type": "object"], !isRecorded { additional = [:] }
    let patterns = words["patternProperties"]?.fields.map(\.value) ?? []
    if additional == nil, !patterns.isEmpty { additional = Self.anyOf(patterns) }
    // The places of a list's first elements are not compared.
    let first = words["prefixItems"]?.elements ?? []
    items =
      first.isEmpty
      ? words["items"] : Self.anyOf(first + [words["items"]].compactMap { $0?.boolean == nil ? $0 : nil })
    let listed = words.listedValues
    if !listed.isEmpty { values = listed.filter { $0 != .null } }
    if let list = words["x-extensible-enum"]?.elements { (values, isOpen) = (list, true) }
    let date = words["x-naru"]?["date"]?.text.map { SchemaFormat.like + $0 }
    format = date ?? (words.isFile ? "binary" : words["format"]?.text ?? words["contentEncoding"]?.text)
    if format == "byte" { format = "base64" }
    defaultValue = words["default"]
    for (name, _) in Self.limitNames { limits[name] = words[name] }
    if words["items"] == false, limits["maxItems"] == nil { limits["maxItems"] = .number("\(first.count)") }
    for name in Self.otherRules { otherRules[name] = words[name] }
    width = words.integerFormat.flatMap { JSONTree.integerRanges[$0] }
    // A recorded limit of `Int` stands beside its format.
    if isRecorded, types == ["integer"], format == nil {
      let bounds = [limits["minimum"]?.number, limits["maximum"]?.number]
      width = JSONTree.integerRanges.values.first { [$0.lowerBound, $0.upperBound] == bounds }
    }
  }

  /// The range of an `Int`.
  static let widest = Double(Int64.min)...Double(Int64.max)

  private static func anyOf(_ schemas: [JSONTree]) -> JSONTree {
    var all: [JSONTree] = []
    for schema in schemas where !all.contains(schema) { all.append(schema) }
    return all.count == 1 ? all[0] : ["anyOf": .array(all)]
  }

  private mutating func add(_ list: JSONTree, _ words: JSONTree, _ document: DocumentReader) {
    let constants = list.variants.map { document.resolved($0).listedValues }
    let all = constants.joined().filter { $0 != .null }
    if !constants.contains([]), all.areCases {
      // A list of constants, each with a description of its own, is an enumeration. One beside it narrows it.
      values = values ?? all
      return
    }
    let discriminator = list["discriminator"]
    let tag = discriminator?["propertyName"]?.text ?? document.impliedTag(list.variants)
    var union = Union(tag: tag, isImplied: discriminator == nil, isOpen: words["x-extensible"] == true)
    for (index, schema) in list.variants.enumerated() {
      let key = document.resolved(schema).onlyKey
      var names = document.tags(of: schema, tag ?? "", discriminator?["mapping"]?.fields ?? [])
      if tag == nil, let key { names = [key] }
      if names.isEmpty { names = ["\(document.resolved(schema)["type"]?.text ?? "variant") \(index + 1)"] }
      union.variants += names.map { ($0, schema) }
    }
    // A value that names two variants names none.
    if Set(union.variants.map(\.name)).count < union.variants.count { union.tag = nil }
    union.isKeyed = tag == nil && list.variants.allSatisfy { document.resolved($0).onlyKey != nil }
    self.union = union
  }
}

extension JSONTree {
  /// The variants of a union.
  var variants: [JSONTree] { (self["oneOf"] ?? self["anyOf"])?.elements ?? [] }

  /// Returns a union with other variants.
  fileprivate func mappingVariants(_ change: ([JSONTree]) -> [JSONTree]) -> JSONTree {
    var union = self
    union[self["oneOf"] == nil ? "anyOf" : "oneOf"] = .array(change(variants))
    return union
  }

  /// The only field that an object can and must have.
  fileprivate var onlyKey: String? {
    self["additionalProperties"] == false && self["properties"]?.fields.count == 1
      ? self["required"]?.elements.first?.text : nil
  }

  /// The name of the value's type in JSON Schema.
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number(let text): Int(text) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
