import Foundation
import Naru

/// A document and where its references lead.
struct DescribedAPI {
  let root: JSONTree

  /// Returns the target of a reference within the document, with its last name.
  func target(of tree: JSONTree) -> (name: String, tree: JSONTree)? {
    guard let reference = tree["$ref"]?.text, let start = reference.firstRange(of: "#/") else { return nil }
    var target: JSONTree? = root
    var name = ""
    for part in reference[start.upperBound...].split(separator: "/", omittingEmptySubsequences: false) {
      name = (part.removingPercentEncoding ?? String(part)).replacing("~1", with: "/").replacing("~0", with: "~")
      target =
        Int(name).flatMap { index in
          target.flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
        } ?? target?[name]
    }
    return target.map { (name, $0) }
  }

  /// Returns what a value refers to; the value itself if it is not a reference.
  func resolved(_ tree: JSONTree) -> JSONTree {
    var tree = tree
    for _ in 0..<16 {
      guard let target = target(of: tree) else { break }
      tree = target.tree
    }
    return tree
  }
}

/// A schema with its references and `allOf` merged: what a reader has to know about a value.
struct SchemaView {
  /// Several schemas: a value has one.
  struct Union {
    /// The field with the name of the variant.
    var tag: String?
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
  /// `minLength` and the like, by name.
  var limits: [String: JSONTree] = [:]
  var union: Union?

  private static let limitNames = [
    "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "pattern",
  ]

  /// Returns a limit of a size, up to 100,000, because no sample is larger. `nil` if there is none.
  func count(_ limit: String) -> Int? { limits[limit]?.number.map { Int(min(max($0, 0), 100_000)) } }

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
    format = tree["format"]?.text ?? tree["contentEncoding"]?.text ?? format
    for name in Self.limitNames { limits[name] = tree[name] ?? limits[name] }
    for list in [tree["oneOf"], tree["anyOf"]].compactMap(\.self) { merge(list, of: tree, api, depth) }
  }

  private mutating func merge(_ list: JSONTree, of tree: JSONTree, _ api: DescribedAPI, _ depth: Int) {
    let others = list.elements.filter { $0 != ["type": "null"] && $0["enum"] != [.null] }
    if others.count < list.elements.count { isNullable = true }
    if others.count == 1 {
      let wasNullable = isNullable
      merge(others[0], api, depth: depth + 1)
      isNullable = isNullable || wasNullable
      if name == nil { name = api.target(of: others[0])?.name }
      return
    }
    guard !others.isEmpty else { return }
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
    self.union = union
  }

  /// The name of a variant: the value of its tag, its only key, or the name of its component.
  private static func name(of schema: JSONTree, _ tag: String?, _ index: Int, _ api: DescribedAPI) -> String {
    let resolved = api.resolved(schema)
    if let tag, let constant = resolved["properties"]?[tag]?["const"]?.text { return constant }
    if resolved["additionalProperties"] == .boolean(false), let key = resolved["required"]?.elements.first?.text {
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
