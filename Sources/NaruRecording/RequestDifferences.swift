import Foundation
import HTTPTypes
import Naru

/// The differences between a recorded request and the request that a client of the contract sends for the same values.
///
/// The order of query items with different names, of fields in a JSON object and of header fields is not a difference, and neither are
/// the header fields that the connection, the credentials or the user agent add.
struct RequestDifferences {
  let recorded: APIRequest
  let sent: APIRequest
  let redaction: Redaction

  /// The reasons, one for each difference.
  var reasons: [String] {
    let sentTarget = (sent.head.path ?? "/").splitTarget
    let recordedTarget = (recorded.head.path ?? "/").splitTarget
    var reasons: [String] = []
    if sentTarget.path != recordedTarget.path {
      reasons.append(
        "the path is “\(shown(recordedTarget.path))”, and the contract sends “\(shown(sentTarget.path))”"
      )
    }
    reasons += items(recordedTarget.query ?? "", sentTarget.query ?? "", in: "the query")
    return reasons + fields + body
  }

  private func shown(_ path: Substring) -> String {
    String(redaction.target(String(path), of: recorded.endpoint).prefix(Self.longestValue))
  }

  /// Compares items as they are encoded, so that `+` and `%20` differ. Items in JSON are compared like bodies.
  private func items(_ recorded: Substring, _ sent: Substring, in place: String) -> [String] {
    func values(_ text: Substring) -> [String: [Substring]] {
      let items = text.split(separator: "&").map {
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      }
      return Dictionary(grouping: items) { (try? QueryString.decode($0[0])) ?? String($0[0]) }
        .mapValues { $0.map { $0.count > 1 ? $0[1] : "" } }
    }
    let (recorded, sent) = (values(recorded), values(sent))
    let keys = self.recorded.endpoint.secretQueryNames
    return Set(recorded.keys).union(sent.keys).subtracting(keys).sorted().flatMap { name in
      let (old, new) = (recorded[name], sent[name])
      guard old != new else { return [String]() }
      if let old = old.flatMap(Self.object), let new = new.flatMap(Self.object) {
        return differences(old, new, at: "\(place) “\(name)”", name: name)
      }
      let (before, after) = (old?.joined(separator: ", "), new?.joined(separator: ", "))
      return [difference("\(place) “\(name)”", before, after, name)].compactMap(\.self)
    }
  }

  /// The object or the list in JSON that a single item is.
  private static func object(_ items: [Substring]) -> Any? {
    guard items.count == 1, let text = try? QueryString.decode(items[0]), text.hasPrefix("{") || text.hasPrefix("[")
    else { return nil }
    return json(Data(text.utf8))
  }

  private var fields: [String] {
    let endpoint = recorded.endpoint
    let keys = endpoint.declaredSecurity?.flatMap(\.parts).compactMap(\.keyName).map { $0.lowercased() } ?? []
    let names = (Array(recorded.head.headerFields) + Array(sent.head.headerFields)).map(\.name)
    return cookies
      + Set(names).sorted { $0.canonicalName < $1.canonicalName }.compactMap { name in
        let own = name.canonicalName
        guard name != .cookie, !keys.contains(own) else { return nil }
        let isDeclared =
          endpoint.headers.contains(name)
          || endpoint.parameters.contains { $0.location == .header && headerFieldName($0.name).lowercased() == own }
        guard isDeclared || !Self.isIgnored(own) else { return nil }
        var (old, new) = (recorded.head.headerFields[name], sent.head.headerFields[name])
        if name == .contentType {
          // The type of no body means nothing, and many clients send it with every request.
          if recorded.body.isEmpty, new == nil { return nil }
          (old, new) = (old.map(Self.mediaType), new.map(Self.mediaType))
        }
        return difference("the header field \(name)", old, new, own)
      }
  }

  /// Compares the cookies that the contract sends. The others are credentials.
  private var cookies: [String] {
    func values(_ request: APIRequest) -> [(String, String)] {
      let fields = request.head.headerFields[values: .cookie]
      return fields.flatMap { $0.split(separator: ";") }.map { cookie in
        let parts = cookie.split(separator: "=", maxSplits: 1)
        return (parts.first?.trimmingCharacters(in: .whitespaces) ?? "", parts.dropFirst().first.map(String.init) ?? "")
      }
    }
    let old = Dictionary(values(recorded)) { first, _ in first }
    return values(sent).compactMap { difference("the cookie “\($0)”", old[$0], $1, $0) }
  }

  /// A media type without a boundary, and without the charset that JSON has anyway.
  private static func mediaType(_ field: String) -> String {
    let type = MediaType(field)
    return type.charset.flatMap { $0 == "utf-8" ? nil : "\(type.essence); charset=\($0)" } ?? type.essence
  }

  private var body: [String] {
    let (old, new) = (recorded.body, sent.body)
    guard old != new else { return [] }
    let type = recorded.head.headerFields[.contentType] ?? ""
    if let old = Self.json(old), let new = Self.json(new) { return differences(old, new, at: "", name: "") }
    if MediaType(type).essence == "application/x-www-form-urlencoded" {
      return items(
        Substring(String(decoding: old, as: UTF8.self)),
        Substring(String(decoding: new, as: UTF8.self)),
        in: "the form"
      )
    }
    if let old = old.formParts, let new = new.formParts { return parts(old, new) }
    return ["the body of \(old.count) bytes differs from the contract’s of \(new.count)"]
  }

  /// Compares the parts of two forms, in their order. The boundary is random.
  private func parts(_ old: [Data.FormPart], _ new: [Data.FormPart]) -> [String] {
    let (oldNames, newNames) = (old.map(\.name), new.map(\.name))
    guard oldNames == newNames else {
      return ["the form’s parts are \(oldNames), and the contract sends \(newNames)"]
    }
    return zip(old, new).flatMap { old, new in
      let place = "the form’s part “\(old.name)”"
      let names = Set(old.fields.keys).union(new.fields.keys).sorted()
      let fields = names.compactMap { difference("\(place): \($0)", old.fields[$0], new.fields[$0], old.name) }
      if old.content == new.content { return fields }
      if let first = Self.json(old.content), let second = Self.json(new.content) {
        return fields + differences(first, second, at: place, name: old.name)
      }
      return fields + ["\(place) has other content than the contract’s"]
    }
  }

  private static func json(_ body: Data) -> Any? {
    try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
  }

  private func differences(_ old: Any, _ new: Any, at place: String, name: String) -> [String] {
    switch (old, new) {
    case (let old as [String: Any], let new as [String: Any]):
      Set(old.keys).union(new.keys).sorted().flatMap { key -> [String] in
        let place = place.isEmpty ? key : "\(place).\(key)"
        guard let first = old[key], let second = new[key] else {
          return [difference("the body’s \(place)", old[key].map(Self.text), new[key].map(Self.text), key)].compactMap(
            \.self
          )
        }
        return differences(first, second, at: place, name: key)
      }
    case (let old as [Any], let new as [Any]) where old.count == new.count:
      zip(old, new).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, at: "\(place)[\(index)]", name: name)
      }
    default:
      [difference(place.isEmpty ? "the body" : "the body’s \(place)", Self.text(old), Self.text(new), name)].compactMap(
        \.self
      )
    }
  }

  private static func text(_ value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
  }

  private func difference(_ place: String, _ old: String?, _ new: String?, _ name: String) -> String? {
    guard old != new else { return nil }
    func quoted(_ value: String) -> String {
      redaction.hides(name) ? "a secret" : "“\(redaction.value(String(value.prefix(Self.longestValue))))”"
    }
    switch (old, new) {
    case (let old?, let new?): return "\(place) is \(quoted(old)), and the contract sends \(quoted(new))"
    case (_?, nil): return "\(place) is not sent by the contract"
    default: return "\(place) is not in the recording, and the contract sends it"
    }
  }

  private static let longestValue = 60

  private static func isIgnored(_ field: String) -> Bool {
    ignored.contains(field) || field.hasPrefix("sec-") || field.hasPrefix("x-b3-")
  }

  /// What the connection, the credentials, the cache, the user agent and the middleware add.
  private static let ignored: Set<String> = [
    "host", "connection", "content-length", "transfer-encoding", "expect", "te", "date", "user-agent", "accept",
    "accept-encoding",
    "accept-language", "authorization", "proxy-authorization", "cookie", "origin", "referer", "cache-control", "pragma",
    "dnt",
    "if-none-match", "if-modified-since", "idempotency-key", "traceparent", "tracestate", "priority",
    "upgrade-insecure-requests",
    "keep-alive", "proxy-connection",
  ]
}

extension Data {
  /// A part of a multipart form.
  fileprivate struct FormPart {
    var name: String
    /// The header fields, by their names in lower case.
    var fields: [String: String]
    var content: Data
  }

  /// The parts of a multipart form. `nil` for another body.
  fileprivate var formParts: [FormPart]? {
    guard starts(with: Data("--".utf8)), let end = range(of: Data("\r\n".utf8)) else { return nil }
    let boundary = Data("\r\n".utf8) + self[..<end.lowerBound]
    var parts: [FormPart] = []
    var rest = Data("\r\n".utf8) + self
    while let start = rest.range(of: boundary + Data("\r\n".utf8)) {
      // The line break belongs to a head, which may be empty.
      rest = rest[(start.upperBound - 2)...]
      guard let next = rest.range(of: boundary), let head = rest[..<next.lowerBound].range(of: Data("\r\n\r\n".utf8))
      else { return nil }
      let lines = String(decoding: rest[..<head.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
      let fields = lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts.first?.lowercased() ?? "", parts.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? "")
      }
      let named = Dictionary(fields) { first, _ in first }
      let name = ContentDisposition(named["content-disposition"] ?? "").name
      parts.append(FormPart(name: name ?? "", fields: named, content: Data(rest[head.upperBound..<next.lowerBound])))
      rest = rest[next.lowerBound...]
    }
    return parts
  }
}
