import Naru
import NaruOpenAPI

/// The schemas whose values differ between responses, requests and changes: a field that the server sets is required only in responses, a
/// secret one only in requests, and a change can set a field to `null` or leave it out.
final class SchemaDirections {
  private let source: DocumentReader
  /// The references to such schemas and to those that contain them.
  private var found: [TypePlace.Direction: Set<String>] = [:]

  init(_ source: DocumentReader) { self.source = source }

  /// Whether an object requires a field that only a request or only a response has. If such a field is optional, one type is enough.
  func isDirected(_ schema: JSONTree) -> Bool {
    let required = schema["required"]?.elements ?? []
    return !required.isEmpty
      && (schema["properties"]?.fields ?? []).contains { name, value in
        required.contains(.string(name)) && (source.isMarked(value, "readOnly") || source.isMarked(value, "writeOnly"))
      }
  }

  /// Whether the schema at a reference has another type than in a response.
  func differs(_ reference: String, _ direction: TypePlace.Direction) -> Bool {
    guard direction != .response else { return false }
    if direction != .request, differs(reference, .request) { return true }
    let all = found[direction] ?? source.references(inLists: direction != .change) { isOwn($0, direction) }
    found[direction] = all
    return all.contains(reference)
  }

  private func isOwn(_ schema: JSONTree, _ direction: TypePlace.Direction) -> Bool {
    guard schema["properties"] != nil || schema["allOf"] != nil else { return false }
    let object = schema["allOf"] == nil ? schema : source.quietly { source.merged(schema, at: "#").schema }
    if isDirected(object) { return true }
    guard direction != .request else { return false }
    let required = object["required"]?.elements ?? []
    return (object["properties"]?.fields ?? []).contains { name, value in
      let target = source.quietly { source.resolved(value) }
      let hasDefault = value["default"] != nil || target["default"] != nil
      let differs = hasDefault ? direction == .change : source.allowsNull(value)
      return differs && !required.contains(.string(name))
    }
  }
}
