import Foundation
import Naru

/// A schema with its references and `allOf` merged: the information that a reader needs about a value.
struct SchemaView {
  /// Several schemas: a value has one.
  struct Union {
    /// The field with the name of the variant.
    var tag: String?
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
  /// The range of the integer type that reads the value. `nil` for other values, and for integers of 64 bits.
  var width: ClosedRange<Double>?
  var union: Union?
  /// Whether a part of the schema is a component. Every type that contains itself has such schemas.
  var isShared: Bool { !merged.isEmpty }
  /// The references that are merged, each once.
  private var merged: Set<String> = []

  /// Whether an object has any fields.
  var isFreeForm: Bool {
    additional == nil && !isClosed && union == nil && (allowsOthers || properties.isEmpty && types == ["object"])
  }
  /// Whether every value is allowed.
  var isAny: Bool { types.isEmpty && values == nil && union == nil && properties.isEmpty && items == nil }

  init(_ tree: JSONTree, in api: DescribedAPI) {
    merge(tree, api, depth: 0)
    if types.isEmpty, union == nil, !properties.isEmpty || additional != nil { types = ["object"] }
    if let direction = api.direction {
      let mark = direction == .request ? "readOnly" : "writeOnly"
      hidden = Set(properties.all.filter { api.isMarked($0.value, mark) }.map(\.name))
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
    regex = limits["pattern"]?.text.flatMap(api.regex)
    if format == "int32" { width = -2_147_483_648...2_147_483_647 }
    // A recorded limit of `Int` stands beside its format.
    if api.isRecorded, types == ["integer"], format == nil, let most = limits["maximum"]?.number {
      let widths: [ClosedRange<Double>] = [-128...127, 0...255, -32_768...32_767, 0...65_535, 0...4_294_967_295]
      width = widths.first { $0.lowerBound == limits["minimum"]?.number && $0.upperBound == most }
    }
  }

  /// Merges a schema, and what the `reference` to it is, if it is not written in place. A schema that another one extends with `allOf` is
  /// that one (`isExtended`), and can't be another one of its subtypes.
  private mutating func merge(
    _ tree: JSONTree,
    _ api: DescribedAPI,
    depth: Int,
    reference: String? = nil,
    isExtended: Bool = false
  ) {
    // Each reference is merged once, so that this is the depth of a document which is not made by people.
    guard depth < 64 else { return api.skip(reference) }
    if let target = api.target(of: tree), let next = tree["$ref"]?.text, merged.insert(next).inserted {
      if depth == 0 { name = target.name }
      merge(target.tree, api, depth: depth + 1, reference: next, isExtended: isExtended)
    }
    if tree["$ref"] != nil, !api.readsBesideReferences {
      isNullable = isNullable || tree["nullable"] == true
      return
    }
    let parts = tree["allOf"]?.elements ?? []
    // A description or `nullable` beside one schema extends nothing.
    let isWrapped =
      reference == nil && tree["properties"] == nil
      && parts.count { $0["$ref"] != nil || $0["properties"] != nil || $0["allOf"] != nil } == 1
    for part in parts { merge(part, api, depth: depth + 1, isExtended: isExtended || !isWrapped) }
    if let type = tree["type"] {
      let names = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
      types = names.filter { $0 != "null" }
      isNullable = names.contains("null")
    }
    if tree["nullable"]?.boolean == true { isNullable = true }
    for (name, schema) in tree["properties"]?.fields ?? [] {
      // A schema beside a reference narrows it.
      let known = properties[name].map { $0.fields.map(\.name) == ["allOf"] ? $0["allOf"]?.elements ?? [] : [$0] } ?? []
      properties[name] =
        known.isEmpty ? schema : known.contains(schema) ? properties[name] : ["allOf": .array(known + [schema])]
    }
    required += (tree["required"]?.elements ?? []).compactMap(\.text).filter { !required.contains($0) }
    switch tree["additionalProperties"] ?? tree["unevaluatedProperties"] {
    case .boolean(let allows)?: (isClosed, allowsOthers) = (isClosed || !allows, allowsOthers || allows)
    case let schema?: additional = schema
    case nil: break
    }
    let patterns = tree["patternProperties"]?.fields.map(\.value) ?? []
    if additional == nil, !patterns.isEmpty { additional = Self.anyOf(patterns) }
    // The places of a list's first elements are not compared.
    let first = tree["prefixItems"]?.elements ?? []
    items =
      first.isEmpty
      ? tree["items"] ?? items : Self.anyOf(first + [tree["items"]].compactMap { $0?.boolean == nil ? $0 : nil })
    if let constant = tree["const"] { values = [constant] }
    if let list = tree["enum"]?.elements {
      isNullable = isNullable || list.contains(.null)
      values = list.filter { $0 != .null }
    }
    if let list = tree["x-extensible-enum"]?.elements { (values, isOpen) = (list, true) }
    let date = tree["x-naru"]?["date"]?.text.map { SchemaFormat.like + $0 }
    format = date ?? tree["format"]?.text ?? tree["contentEncoding"]?.text ?? format
    if format == "byte" { format = "base64" }
    defaultValue = tree["default"] ?? defaultValue
    for (name, _) in Self.limitNames { limits[name] = tree[name] ?? limits[name] }
    for name in Self.otherRules { otherRules[name] = tree[name] ?? otherRules[name] }
    // In OpenAPI 3.0, the exclusive limits are marks of the others.
    for (mark, name) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
      guard let isExclusive = limits[mark]?.boolean else { continue }
      limits[mark] = isExclusive ? limits[name] : nil
    }
    let lists = [tree["oneOf"], tree["anyOf"]].compactMap(\.self)
    for list in lists {
      // Combinations of the fields beside them are not checked.
      let hasFields = tree["properties"]?.fields.isEmpty == false
      if hasFields, list.elements.allSatisfy({ $0["properties"] == nil && $0["$ref"] == nil }) { continue }
      merge(list.elements, of: tree, api, depth, isExtended)
    }
    if lists.isEmpty, !isExtended, let reference, tree["discriminator"] != nil {
      merge(api.subtypes(of: reference), of: tree, api, depth, isExtended)
    }
  }

  private static func anyOf(_ schemas: [JSONTree]) -> JSONTree {
    var all: [JSONTree] = []
    for schema in schemas where !all.contains(schema) { all.append(schema) }
    return all.count == 1 ? all[0] : ["anyOf": .array(all)]
  }

  private mutating func merge(
    _ list: [JSONTree],
    of tree: JSONTree,
    _ api: DescribedAPI,
    _ depth: Int,
    _ isExtended: Bool
  ) {
    var others = list.filter { $0["type"] != "null" && $0["enum"] != [.null] && $0["const"] != .null }
    if others.count < list.count { isNullable = true }
    // A schema that is a variant of itself is nothing more; one that extends its union is one of the variants.
    let isOwn = { [merged] (schema: JSONTree) in schema["$ref"]?.text.map(merged.contains) ?? false }
    if isExtended, others.contains(where: isOwn) { return }
    others.removeAll(where: isOwn)
    if others.count == 1, tree["discriminator"] == nil {
      let wasNullable = isNullable
      merge(others[0], api, depth: depth + 1, isExtended: isExtended)
      isNullable = isNullable || wasNullable
      if name == nil { name = api.target(of: others[0])?.name }
      return
    }
    guard !others.isEmpty else { return }
    let constants = others.compactMap { schema in schema["const"].map { [$0] } ?? schema["enum"]?.elements }
    if constants.count == others.count {
      // A list of constants, each with a description of its own, is an enumeration.
      values = constants.flatMap(\.self)
      return
    }
    let tag = tree["discriminator"]?["propertyName"]?.text
    let mapping = tree["discriminator"]?["mapping"]?.fields ?? []
    var union = Union(tag: tag, isOpen: tree["x-extensible"]?.boolean == true)
    for (index, schema) in others.enumerated() {
      let reference = schema["$ref"]?.text
      let names = mapping.filter { $0.value.text == reference || $0.value.text == api.target(of: schema)?.name }.map(
        \.name
      )
      if tag != nil, !names.isEmpty {
        union.variants += names.map { ($0, schema) }
      } else {
        union.variants.append((Self.name(of: schema, tag, index, api), schema))
      }
    }
    union.isKeyed =
      tag == nil
      && others.allSatisfy { schema in
        let resolved = api.resolved(schema)
        return resolved["additionalProperties"] == .boolean(false) && resolved["properties"]?.fields.count == 1
          && resolved["required"]?.elements.count == 1
      }
    self.union = union
  }

  /// The name of a variant: the value of its tag, its only key, or the name of its component.
  private static func name(of schema: JSONTree, _ tag: String?, _ index: Int, _ api: DescribedAPI) -> String {
    let resolved = api.resolved(schema)
    if let tag, let constant = resolved["properties"]?[tag],
      let name = (constant["const"] ?? constant["enum"]?.elements.first)?.text
    {
      return name
    }
    if resolved["additionalProperties"] == .boolean(false), resolved["properties"]?.fields.count == 1,
      let key = resolved["required"]?.elements.first?.text
    {
      return key
    }
    return api.target(of: schema)?.name ?? "\(resolved["type"]?.text ?? "variant") \(index + 1)"
  }
}

extension JSONTree {
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

  /// The value on one line.
  var line: String { (try? JSONCoding().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
