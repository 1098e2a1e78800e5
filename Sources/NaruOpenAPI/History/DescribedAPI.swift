import Foundation
import Naru

/// A document, where its references lead, and the schemas in it.
final class DescribedAPI {
  let root: JSONTree
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

  init(_ root: JSONTree) {
    self.root = root
  }

  /// Whether the document was recorded from contracts, and describes what an app does in `x-naru`.
  var isRecorded: Bool { root["x-naru"] != nil }

  /// Returns the target of a reference within the document, with its last name.
  func target(of tree: JSONTree) -> (name: String, tree: JSONTree)? {
    guard let reference = tree["$ref"]?.text else { return nil }
    if let known = targets[reference] { return known }
    let found = find(reference)
    targets[reference] = .some(found)
    return found
  }

  private func find(_ reference: String) -> (name: String, tree: JSONTree)? {
    guard let start = reference.firstRange(of: "#/") else { return nil }
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

  /// Returns the target of a reference; the value itself if it is not a reference.
  func resolved(_ tree: JSONTree) -> JSONTree {
    var tree = tree
    for _ in 0..<16 {
      guard let target = target(of: tree) else { break }
      tree = target.tree
    }
    return tree
  }

  /// Returns a schema with its references and `allOf` merged.
  func view(_ schema: JSONTree) -> SchemaView {
    if let known = views[schema] { return known }
    let view = SchemaView(schema, in: self)
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
    let methods: Set = ["get", "head", "post", "put", "patch", "delete", "options", "trace"]
    return (root["paths"]?.fields ?? []).flatMap { path, item in
      let item = resolved(item)
      return item.fields.filter { methods.contains($0.name) }.map {
        DescribedOperation($0.name, path, item, resolved($0.value), in: self)
      }
    }
  }
}
