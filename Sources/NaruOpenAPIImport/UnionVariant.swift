import Naru
import NaruOpenAPI

/// A variant of a union without a discriminator, with what distinguishes it from the others.
struct UnionVariant {
  private var isAny = false
  private var isObject = false
  private var isList = false
  private var fields: Set<String> = []
  private var required: Set<String> = []
  /// The only values that fields may have.
  private var values: [String: Set<JSONTree>] = [:]

  init(_ schema: JSONTree, of source: DocumentReader, at path: String) {
    let words = Set(source.resolved(schema, at: path).fields.map(\.name))
    isAny = words.isDisjoint(with: ["type", "properties", "items", "enum", "const", "allOf", "oneOf", "anyOf"])
    let merged = source.quietly { source.merged(schema, at: path).schema }
    isObject = merged.isObject || words.contains("allOf")
    isList = merged["items"] != nil || merged["type"] == "array"
    required = Set(merged["required"]?.elements.compactMap(\.text) ?? [])
    for (name, field) in merged["properties"]?.fields ?? [] {
      fields.insert(name)
      let listed = source.resolved(field, at: path).listedValues
      // The values of other types are not checked.
      if listed.areCases { values[name] = Set(listed) }
    }
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

  func mayOverlap(_ other: UnionVariant) -> Bool {
    isObject && other.isObject
      && !required.union(other.required).contains { name in
        guard let own = values[name], let others = other.values[name] else { return false }
        return own.isDisjoint(with: others)
      }
  }
}
