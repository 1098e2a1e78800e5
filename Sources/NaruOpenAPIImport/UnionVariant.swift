import Naru

/// A variant of a union without a discriminator, with what distinguishes it from the others.
struct UnionVariant {
  private var isAny = false
  private var isObject = false
  private var isList = false
  private var fields: Set<String> = []
  private var required: Set<String> = []
  /// The only values that fields may have.
  private var values: [String: Set<JSONTree>] = [:]

  /// Reads the schema of a variant.
  init(_ schema: JSONTree, of source: ImportSource, at path: String) {
    let words = Set(source.resolved(schema, at: path).fields.map(\.name))
    isAny = words.isDisjoint(with: ["type", "properties", "items", "enum", "const", "allOf", "oneOf", "anyOf"])
    add(schema, source, path, 0)
  }

  private mutating func add(_ schema: JSONTree, _ source: ImportSource, _ path: String, _ depth: Int) {
    let schema = source.resolved(schema, at: path)
    isObject = isObject || schema.isObject
    isList = isList || schema["items"] != nil || schema["type"] == "array"
    required.formUnion(schema["required"]?.elements.compactMap(\.text) ?? [])
    for (name, field) in schema["properties"]?.fields ?? [] {
      fields.insert(name)
      let listed = source.resolved(field, at: path).listedValues
      if !listed.isEmpty { values[name] = Set(listed) }
    }
    guard depth < 16 else { return }
    for part in schema["allOf"]?.elements ?? [] { add(part, source, path, depth + 1) }
  }

  /// The position among the variants when they are tried in order. An object comes after other values, because in a query, one whose
  /// fields are optional can be read from nothing; of two objects, the one with more required fields comes first. A schema that allows
  /// any value comes last.
  var order: Int { isAny ? .max : isObject ? -required.count : .min }

  /// Whether a value of another variant may be read as this one.
  func mayRead(_ other: UnionVariant) -> Bool {
    if isList { return other.isList }
    return required.isSubset(of: other.fields) && mayOverlap(other)
  }

  /// Whether an object may be a value of both variants.
  func mayOverlap(_ other: UnionVariant) -> Bool {
    isObject && other.isObject
      && !required.union(other.required).contains { name in
        guard let own = values[name], let others = other.values[name] else { return false }
        return own.isDisjoint(with: others)
      }
  }
}
