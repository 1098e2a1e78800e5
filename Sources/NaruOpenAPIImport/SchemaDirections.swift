import Naru

/// The schemas whose values differ between responses, requests and changes: a field that the server sets is required only in responses, a
/// secret one only in requests, and a change can set a field to `null` or leave it out.
final class SchemaDirections {
  private let source: ImportSource
  /// The references to such schemas and to those that contain them.
  private var found: [TypePlace.Direction: Set<String>] = [:]

  init(_ source: ImportSource) {
    self.source = source
  }

  /// Whether an object requires a field that only a request or only a response has. If such a field is optional, one type is enough.
  func isDirected(_ schema: JSONTree) -> Bool {
    let required = schema["required"]?.elements ?? []
    return !required.isEmpty
      && (schema["properties"]?.fields ?? []).contains { name, value in
        required.contains(.string(name)) && (isMarked(value, "readOnly") || isMarked(value, "writeOnly"))
      }
  }

  /// Whether a field of such an object is left out.
  func isLeftOut(_ field: JSONTree, _ direction: TypePlace.Direction) -> Bool {
    isMarked(field, direction == .response ? "writeOnly" : "readOnly")
  }

  private func isMarked(_ field: JSONTree, _ word: String) -> Bool {
    field[word] == true || field["$ref"]?.text.flatMap(source.target)?[word] == true
  }

  /// Whether the schema at a reference has another type than in a response.
  func differs(_ reference: String, _ direction: TypePlace.Direction) -> Bool {
    guard direction != .response else { return false }
    if direction == .change {
      return differs(reference, .request) || source.target(reference).map { isOwn($0, .change) } ?? false
    }
    if let known = found[direction] { return known.contains(reference) }
    var users: [String: [String]] = [:]
    var open: [String] = []
    var known = Set(Self.parts(source.root).references)
    var rest = Array(known)
    while let reference = rest.popLast() {
      guard let target = source.target(reference) else { continue }
      let (references, schemas) = Self.parts(target)
      if schemas.contains(where: { isOwn($0, direction) }) { open.append(reference) }
      for inner in references {
        users[inner, default: []].append(reference)
        if known.insert(inner).inserted { rest.append(inner) }
      }
    }
    var all = Set(open)
    while let next = open.popLast() {
      for user in users[next] ?? [] where all.insert(user).inserted { open.append(user) }
    }
    found[direction] = all
    return all.contains(reference)
  }

  private func isOwn(_ schema: JSONTree, _ direction: TypePlace.Direction) -> Bool {
    let object = schema["allOf"] == nil ? schema : source.quietly { source.merged(schema, at: "#").schema }
    if isDirected(object) { return true }
    guard direction == .change else { return false }
    let required = object["required"]?.elements ?? []
    return (object["properties"]?.fields ?? []).contains { name, value in
      !required.contains(.string(name)) && (value["default"] != nil || value.allowsNull(source))
    }
  }

  /// The references in a value, and its parts that are objects with fields.
  private static func parts(_ tree: JSONTree) -> (references: [String], schemas: [JSONTree]) {
    var references: [String] = []
    var schemas: [JSONTree] = []
    var open = [tree]
    while let tree = open.popLast() {
      if let reference = tree["$ref"]?.text { references.append(reference) }
      if tree["properties"] != nil || tree["allOf"] != nil { schemas.append(tree) }
      open += tree.elements
      for (name, value) in tree.fields where name != "example" && name != "examples" { open.append(value) }
    }
    return (references, schemas)
  }
}
