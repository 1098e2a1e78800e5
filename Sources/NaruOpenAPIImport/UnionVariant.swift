import Naru

/// What tells a variant of a union without a discriminator from the others.
struct UnionVariant {
  private var isObject = false
  private var isList = false
  private var fields: Set<String> = []
  private var required: Set<String> = []
  private var constants: [String: String] = [:]

  /// Reads the schema of a variant.
  init(_ schema: JSONTree, of source: ImportSource, at path: String) {
    add(schema, source, path, 0)
  }

  private mutating func add(_ schema: JSONTree, _ source: ImportSource, _ path: String, _ depth: Int) {
    let schema = source.resolved(schema, at: path)
    isObject = isObject || schema.isObject
    isList = isList || schema["items"] != nil || schema["type"] == "array"
    required.formUnion(schema["required"]?.elements.compactMap(\.text) ?? [])
    for (name, field) in schema["properties"]?.fields ?? [] {
      fields.insert(name)
      constants[name] = field.constant ?? constants[name]
    }
    guard depth < 16 else { return }
    for part in schema["allOf"]?.elements ?? [] { add(part, source, path, depth + 1) }
  }

  /// The place in the order in which the variants are tried. Objects are last, because in a query, one whose fields are optional can be
  /// read from nothing; of two objects, the one that requires more is first.
  var order: Int { isObject ? -required.count : .min }

  /// Whether a value of another variant may be read as this one.
  func mayRead(_ other: UnionVariant) -> Bool {
    if isList { return other.isList }
    guard isObject, other.isObject, required.isSubset(of: other.fields) else { return false }
    return constants.allSatisfy { name, value in other.constants[name] == nil || other.constants[name] == value }
  }
}
