import Foundation
import Naru

/// A document, where its references lead, and the schemas in it.
final class DescribedAPI {
  let root: JSONTree
  /// The direction of the values, which leaves out the fields of the other one (`readOnly`, `writeOnly`). `nil` for both.
  let direction: SchemaComparison.Direction?
  /// The document in one direction.
  private(set) lazy var requests = DescribedAPI(root, .request)
  private(set) lazy var responses = DescribedAPI(root, .response)
  /// The operations in the order of the document.
  private(set) lazy var operations = describedOperations()
  /// The merged schemas, because merging one takes longer than reading a value with it.
  private var views: [JSONTree: SchemaView] = [:]
  private var targets: [String: (name: String, tree: JSONTree)?] = [:]
  private var patterns: [String: Regex<AnyRegexOutput>?] = [:]
  /// Strings that match patterns.
  private var matches: [String: JSONTree?] = [:]
  /// Whether a string has a format. Most values have the same sample.
  private var accepted: [[String]: Bool] = [:]

  /// The references that can't be followed.
  private var unfound: Set<String> = []
  /// The components that extend another one with `allOf`, by the reference to that one.
  private lazy var extensions = Dictionary(
    grouping: (root["components"]?["schemas"]?.fields ?? []).flatMap { name, schema in
      (schema["allOf"]?.elements ?? []).compactMap { $0["$ref"]?.text }.map { (base: $0, name: name) }
    },
    by: \.base
  )

  init(_ root: JSONTree, _ direction: SchemaComparison.Direction? = nil) {
    (self.root, self.direction) = (root, direction)
  }

  /// The references that can't be followed, in order. What they stand for is any value.
  var missing: [String] { unfound.union(requests.unfound).union(responses.unfound).sorted() }

  /// Whether an app leaves out an optional field instead of sending `null`, as an imported one does.
  var omitsNull: Bool { direction == .request && !isRecorded }

  /// Whether an app reads the `null` of a field as a missing one. A recorded type may not, and neither does a field with a default.
  func readsNull(_ name: String, of view: SchemaView) -> Bool {
    !isRecorded && !view.required.contains(name)
      && view.properties[name].map { self.view($0).defaultValue == nil } ?? false
  }

  /// The addresses of the document's servers.
  private(set) lazy var servers = DescribedServer.list(root["servers"])

  /// Whether other words beside a `$ref` count. Before OpenAPI 3.1, they are ignored.
  private(set) lazy var readsBesideReferences = root["openapi"]?.text?.hasPrefix("3.0") != true

  /// Whether the document was recorded from contracts, and describes what an app does in `x-naru`.
  var isRecorded: Bool { root["x-naru"] != nil }

  /// Returns the target of a reference within the document, with its last name.
  func target(of tree: JSONTree) -> (name: String, tree: JSONTree)? {
    guard let reference = tree["$ref"]?.text else { return nil }
    if let known = targets[reference] { return known }
    let found = find(reference)
    if found == nil { unfound.insert(reference) }
    targets[reference] = .some(found)
    return found
  }

  private func find(_ reference: String) -> (name: String, tree: JSONTree)? {
    guard reference.hasPrefix("#/") else { return nil }
    var target: JSONTree? = root
    var name = ""
    for part in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
      name = (part.removingPercentEncoding ?? String(part)).replacing("~1", with: "/").replacing("~0", with: "~")
      target =
        Int(name).flatMap { index in
          target.flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
        } ?? target?[name]
    }
    return target.map { (name, $0) }
  }

  /// Remembers that a reference is not followed.
  func skip(_ reference: String?) { if let reference { unfound.insert(reference) } }

  /// Returns the target of a reference; the value itself if it is not a reference.
  func resolved(_ tree: JSONTree) -> JSONTree {
    var (tree, seen) = (tree, Set<String>())
    while let reference = tree["$ref"]?.text, seen.insert(reference).inserted, let target = target(of: tree) {
      tree = target.tree
    }
    return tree
  }

  /// Returns references to the components that extend a component with `allOf`, directly or through others.
  func subtypes(of reference: String) -> [JSONTree] {
    var (found, open) = ([String](), [reference])
    while let base = open.popLast() {
      let names = (extensions[base] ?? []).map { "#/components/schemas/\($0.name)" }
      let new = names.filter { $0 != reference && !found.contains($0) }
      found += new
      open += new
    }
    return found.map { ["$ref": .string($0)] }
  }

  /// Returns whether a schema or its referent has a mark, such as `readOnly`.
  func isMarked(_ schema: JSONTree, _ mark: String) -> Bool {
    ([schema, resolved(schema)] + (schema["allOf"]?.elements ?? []).map(resolved)).contains { $0[mark] == true }
  }

  /// Returns a schema with its references and `allOf` merged.
  func view(_ schema: JSONTree) -> SchemaView {
    if let known = views[schema] { return known }
    var view = SchemaView(schema, in: self)
    view.number = views.count
    views[schema] = view
    return view
  }

  /// Returns the compiled form of a pattern. `nil` if it is not a regular expression.
  func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
    if let known = patterns[pattern] { return known }
    let regex = try? Regex(pattern)
    patterns[pattern] = .some(regex)
    return regex
  }

  /// Returns the first of some strings that is within the limits of a schema. `nil` if there is none.
  func match(_ view: SchemaView, _ candidates: @autoclosure () -> [String]) -> JSONTree? {
    let key = ["pattern", "minLength", "maxLength"].map { view.limits[$0]?.line ?? "" }.joined(separator: " ")
    if let known = matches[key] { return known }
    let match = candidates().lazy.map(JSONTree.string).first { view.excess(of: $0) == nil }
    matches[key] = .some(match)
    return match
  }

  /// Returns whether a string has a format.
  func accepts(_ text: String, _ format: String) -> Bool {
    if let known = accepted[[format, text]] { return known }
    let isAccepted = SchemaFormat.accepts(text, format)
    accepted[[format, text]] = isAccepted
    return isAccepted
  }

  /// Returns whether a server or an app of the document parses strings of a format. An imported day is a string.
  func parses(_ format: String, isServer: Bool) -> Bool {
    switch format {
    case "date-time", "date-time-local", "uuid", "uri", "base64": true
    case "date": isServer || isRecorded
    case "email": isServer
    default: format.hasPrefix(SchemaFormat.like)
    }
  }

  private func describedOperations() -> [DescribedOperation] {
    let methods: Set = ["get", "head", "post", "put", "patch", "delete", "options", "trace", "query"]
    return (root["paths"]?.fields ?? []).flatMap { path, item in
      let item = resolved(item)
      let others = item["additionalOperations"]?.fields ?? []
      return (item.fields.filter { methods.contains($0.name) } + others).map {
        DescribedOperation($0.name, path, item, resolved($0.value), in: self)
      }
    }
  }
}

/// The address of a server.
struct DescribedServer: Hashable {
  /// The scheme, the host and the port; empty for an address that is relative to the document's.
  let host: String
  /// The path that precedes each operation's path.
  let path: String

  var text: String { host + path }

  /// Returns the addresses of a list of servers, with each value of their variables. A list without any has the document's own.
  static func list(_ servers: JSONTree?) -> [DescribedServer] {
    let texts = (servers?.elements ?? []).flatMap { server in
      (server["variables"]?.fields ?? []).reduce([server["url"]?.text ?? ""]) { texts, variable in
        let values = variable.value["enum"]?.elements ?? [variable.value["default"] ?? ""]
        let all = texts.prefix(64).flatMap { text in
          values.prefix(64).map { text.replacing("{\(variable.name)}", with: $0.text ?? $0.line) }
        }
        return all.isEmpty ? texts : all
      }
    }
    return (texts.isEmpty ? [""] : texts).map(Self.init)
  }

  private init(_ text: String) {
    let start = text.firstRange(of: "//")?.upperBound
    let end = start.map { text[$0...].firstIndex(of: "/") ?? text.endIndex } ?? text.startIndex
    host = text[..<end].lowercased()
    path = String(text[end...].reversed().drop { $0 == "/" }.reversed())
  }
}
