import Foundation
import Naru

/// A document, its operations and the schemas in it.
final class DescribedAPI {
  let document: DocumentReader
  /// The direction of the values, which leaves out the fields of the other one (`readOnly`, `writeOnly`). `nil` for both.
  let direction: SchemaComparison.Direction?
  /// The document in one direction.
  private(set) lazy var requests = DescribedAPI(document, .request)
  private(set) lazy var responses = DescribedAPI(document, .response)
  private(set) lazy var operations = document.operations.filter { $0.missing == nil }
    .map { DescribedOperation($0, in: self) }
  /// The merged schemas, because merging one takes longer than reading a value with it.
  private var views: [JSONTree: SchemaView] = [:]
  private var patterns: [String: Regex<AnyRegexOutput>?] = [:]
  private var matches: [String: JSONTree?] = [:]
  /// Whether a string has a format. Most values have the same sample.
  private var accepted: [[String]: Bool] = [:]

  convenience init(_ root: JSONTree) { self.init(DocumentReader(root), nil) }

  private init(_ document: DocumentReader, _ direction: SchemaComparison.Direction?) {
    (self.document, self.direction) = (document, direction)
  }

  /// Whether an app leaves out an optional field instead of sending `null`, as an imported one does.
  var omitsNull: Bool { direction == .request && !isRecorded }

  /// Whether an app reads a field that is missing or `null` as none, or as its default. A recorded type may not.
  func readsNone(_ name: String, of view: SchemaView) -> Bool {
    !isRecorded && (!view.required.contains(name) || view.properties[name].map { self.view($0).isNullable } ?? false)
  }

  /// Whether no value is an empty list, as in a query or a form that Naru's routes read. Apps send an empty list in no other way.
  func isEmptyIfAbsent(_ list: JSONTree, isText: Bool) -> Bool { isText && isRecorded && view(list).types == ["array"] }

  private(set) lazy var servers = DescribedServer.list(document.root["servers"])

  /// Whether the document was recorded from contracts, and describes what an app does in `x-naru`.
  private(set) lazy var isRecorded = document.root["x-naru"] != nil

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
}

struct DescribedServer: Hashable {
  /// The scheme, the host and the port unless it is the scheme's; empty for an address that is relative to the document's.
  let host: String
  /// The path that precedes each operation's path.
  let path: String

  var text: String { host + path }

  /// Returns the addresses of a list of servers, with each value of their variables. A list without any has the document's own.
  static func list(_ servers: JSONTree?) -> [DescribedServer] {
    let addresses = (servers?.elements ?? []).flatMap(DocumentReader.addresses)
    return (addresses.isEmpty ? [""] : addresses).map(Self.init)
  }

  private init(_ text: String) {
    let start = text.firstRange(of: "//")?.upperBound
    let end = start.map { text[$0...].firstIndex(of: "/") ?? text.endIndex } ?? text.startIndex
    var host = text[..<end].lowercased()
    for (scheme, port) in [("http:", ":80"), ("https:", ":443")] where host.hasPrefix(scheme) && host.hasSuffix(port) {
      host.removeLast(port.count)
    }
    self.host = host
    path = String(text[end...].reversed().drop { $0 == "/" }.reversed())
  }
}
