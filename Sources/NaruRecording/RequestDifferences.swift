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

  /// Compares items as they are encoded, so that `+` and `%20` differ.
  private func items(_ recorded: Substring, _ sent: Substring, in place: String) -> [String] {
    func values(_ text: Substring) -> [String: String] {
      var values: [String: String] = [:]
      for item in text.split(separator: "&") {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1]) : ""
        let name = String(parts[0])
        values[name] = values[name].map { "\($0), \(value)" } ?? value
      }
      return values
    }
    let (recorded, sent) = (values(recorded), values(sent))
    return Set(recorded.keys).union(sent.keys).sorted().compactMap { name in
      difference("\(place) “\(name)”", recorded[name], sent[name], name)
    }
  }

  private var fields: [String] {
    let names = (Array(recorded.head.headerFields) + Array(sent.head.headerFields)).map(\.name)
    return Set(names).sorted { $0.canonicalName < $1.canonicalName }.compactMap { name in
      let own = name.canonicalName
      guard !Self.ignored.contains(own), !own.hasPrefix("sec-"), !own.hasPrefix("x-b3-") else { return nil }
      var (old, new) = (recorded.head.headerFields[name], sent.head.headerFields[name])
      if name == .contentType { (old, new) = (old.map(Self.mediaType), new.map(Self.mediaType)) }
      return difference("the header field \(name)", old, new, own)
    }
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
    if let first = old.boundaryless, let second = new.boundaryless, first == second { return [] }
    return ["the body of \(old.count) bytes differs from the contract’s of \(new.count)"]
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
  /// The parts of a multipart body without the boundary, which is random. `nil` for another body.
  fileprivate var boundaryless: String? {
    guard starts(with: Data("--".utf8)), let end = firstIndex(of: 0x0D) else { return nil }
    let boundary = String(decoding: self[..<end], as: UTF8.self)
    return String(data: self, encoding: .isoLatin1)?.replacing(boundary, with: "--")
  }
}
