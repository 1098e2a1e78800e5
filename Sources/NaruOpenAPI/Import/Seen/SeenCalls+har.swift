import Foundation
import Naru
import NaruRecording

/// Calls of one server, and what could not be read.
struct SeenCalls {
  var calls: [SeenCall] = []
  /// The address of the server.
  var server: String?
  var notes: [ImportNote] = []

  /// Reads a recording.
  init(_ file: HARFile, baseURL: URL?) {
    let entries = file.log.entries.enumerated().filter { $0.element.isAPICall }
    let base = baseURL ?? Self.busiest(entries.map(\.element))
    server = base.map { url in
      let text = url.absoluteString
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
    let redaction = Redaction(names: file.log.redacting ?? [])
    var others: [String: (entry: Int, count: Int)] = [:]
    for (index, entry) in entries {
      guard let target = entry.request.target(below: base) else {
        if let origin = entry.request.origin { others[origin, default: (index, 0)].count += 1 }
        continue
      }
      calls.append(SeenCall(entry, target, redaction))
    }
    guard baseURL == nil else { return }
    for (origin, other) in others.sorted(by: { $0.value.entry < $1.value.entry }) {
      notes.append(
        ImportNote(
          place: "#/log/entries/\(other.entry)",
          reason: LocalizedMessage(
            korean: "다른 서버 \(origin)의 호출(\(other.count)개)은 뺍니다. 그 주소로 가져오세요(--url).",
            english:
              "the calls of another server, \(origin) (\(other.count)), are left out: import them with its address (--url)."
          )
        )
      )
    }
  }

  /// The server with the most calls.
  private static func busiest(_ entries: [HARFile.Entry]) -> URL? {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for origin in entries.compactMap(\.request.origin) {
      if counts[origin] == nil { order.append(origin) }
      counts[origin, default: 0] += 1
    }
    return order.max { counts[$0] ?? 0 < counts[$1] ?? 0 }.flatMap(URL.init(string:))
  }
}

extension HARFile.Request {
  /// The server of the URL: `https://api.example.com`.
  fileprivate var origin: String? {
    guard let url = URLComponents(string: url), let scheme = url.scheme, let host = url.percentEncodedHost else {
      return nil
    }
    return "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
  }
}

extension HARFile.Entry {
  /// Whether the entry is a call of an API, and not a page, a picture or a script.
  fileprivate var isAPICall: Bool {
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    guard methods.contains(request.method.uppercased()), response.status != 304 else { return false }
    let types = [response.content.mimeType, request.postData?.mimeType ?? ""].map { $0.lowercased() }
    return types.contains { $0.contains("json") || $0.contains("event-stream") } || response.status == 204
      || request.method.uppercased() != "GET" && !types[0].contains("html")
  }
}

extension SeenCall {
  /// Reads an entry of a recording.
  fileprivate init(_ entry: HARFile.Entry, _ target: String, _ redaction: Redaction) {
    let (path, query) = target.splitTarget
    self.init(method: entry.request.method.uppercased(), path: Segment.segments(path))
    for item in query.map(HARFile.items) ?? [] {
      if redaction.hides(item.name) {
        security = .key(item.name, in: "query")
      } else {
        self.query.append(Item(name: item.name, value: item.value))
      }
    }
    for field in entry.request.headers where redaction.hides(field.name) {
      switch field.name.lowercased() {
      // The session of a browser is not a credential of an API.
      case "cookie": continue
      case "authorization": security = field.value.lowercased().hasPrefix("basic") ? .basic : .bearer
      default: if security != .bearer { security = .key(field.name, in: "header") }
      }
    }
    if let post = entry.request.postData {
      body = Body(post.mimeType, text: post.encoding == nil ? post.text : nil)
      if body?.type == "multipart/form-data" {
        body?.fields = (post.params ?? []).map {
          Item(name: $0.name, value: $0.value ?? "", isFile: $0.fileName != nil)
        }
      }
    }
    guard entry.response.status > 0 else { return }
    let content = entry.response.content
    let isEmpty = content.text?.isEmpty ?? (content.size <= 0)
    let text =
      content.encoding == nil
      ? content.text : RecordedBody.bytes(content.text, content.encoding).map { String(decoding: $0, as: UTF8.self) }
    let body = isEmpty ? nil : Body(content.mimeType, text: text)
    responses = [Response(status: entry.response.status, body: body)]
  }
}
