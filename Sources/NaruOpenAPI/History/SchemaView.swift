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

  /// The name of the component. `nil` if the schema is written in place.
  var name: String?
  /// The types without `null`. Empty for any value.
  var types: [String] = []
  var isNullable = false
  var properties = JSONTree.Fields()
  var required: [String] = []
  /// Whether other properties than the declared ones are an error.
  var isClosed = false
  /// The schema of other properties: the values of a dictionary.
  var additional: JSONTree?
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
  /// The compiled limit `pattern`.
  var regex: Regex<AnyRegexOutput>?
  /// The range of the integer type that reads the value. `nil` for other values, and for integers of 64 bits.
  var width: ClosedRange<Double>?
  var union: Union?

  /// Whether every value is allowed.
  var isAny: Bool { types.isEmpty && values == nil && union == nil && properties.isEmpty && items == nil }

  init(_ tree: JSONTree, in api: DescribedAPI) {
    merge(tree, api, depth: 0)
    if types.isEmpty, !properties.isEmpty || additional != nil { types = ["object"] }
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

  private mutating func merge(_ tree: JSONTree, _ api: DescribedAPI, depth: Int) {
    guard depth < 16 else { return }
    if let target = api.target(of: tree) {
      if depth == 0 { name = target.name }
      merge(target.tree, api, depth: depth + 1)
    }
    for part in tree["allOf"]?.elements ?? [] { merge(part, api, depth: depth + 1) }
    if let type = tree["type"] {
      let names = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
      types = names.filter { $0 != "null" }
      isNullable = names.contains("null")
    }
    if tree["nullable"]?.boolean == true { isNullable = true }
    for (name, schema) in tree["properties"]?.fields ?? [] {
      // A schema beside a reference narrows it.
      properties[name] = properties[name].map { ["allOf": [$0, schema]] } ?? schema
    }
    required += (tree["required"]?.elements ?? []).compactMap(\.text).filter { !required.contains($0) }
    switch tree["additionalProperties"] {
    case .boolean(false)?: isClosed = true
    case .boolean?, nil: break
    case let schema?: additional = schema
    }
    items = tree["items"] ?? items
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
    // In OpenAPI 3.0, the exclusive limits are marks of the others.
    for (mark, name) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
      guard let isExclusive = limits[mark]?.boolean else { continue }
      limits[mark] = isExclusive ? limits[name] : nil
    }
    for list in [tree["oneOf"], tree["anyOf"]].compactMap(\.self) {
      // Combinations of the fields beside them are not checked.
      let hasFields = tree["properties"]?.fields.isEmpty == false
      if hasFields, list.elements.allSatisfy({ $0["properties"] == nil && $0["$ref"] == nil }) { continue }
      merge(list, of: tree, api, depth)
    }
  }

  private mutating func merge(_ list: JSONTree, of tree: JSONTree, _ api: DescribedAPI, _ depth: Int) {
    let others = list.elements.filter { $0 != ["type": "null"] && $0["enum"] != [.null] }
    if others.count < list.elements.count { isNullable = true }
    if others.count == 1, tree["discriminator"] == nil {
      let wasNullable = isNullable
      merge(others[0], api, depth: depth + 1)
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
    if let tag, let constant = resolved["properties"]?[tag]?["const"]?.text { return constant }
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
