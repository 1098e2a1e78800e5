import Foundation
import HTTPTypes
import Naru

/// What two requests have to have in common to have the same answer, with secrets redacted in both.
struct HARKey: CustomStringConvertible {
  /// In what a request differs from another one. What comes later is nearer.
  enum Difference: String, CaseIterable {
    case path = "another path"
    case method = "another method"
    case query = "another query"
    case body = "another body"

    /// Smaller for what is nearer; 0 would be no difference.
    var rank: Int { Difference.allCases.reversed().firstIndex(of: self).map { $0 + 1 } ?? 0 }
  }

  let method: String
  /// The path as the contract has it, without what the server's address has before it.
  let path: String
  /// The items, sorted.
  let query: [String]
  /// In a form in which equal bodies are equal. `nil` for one that was not recorded.
  let body: Data?

  let description: String

  /// What a call has.
  init(_ request: APIRequest, _ redaction: Redaction) {
    let type = request.head.headerFields[.contentType] ?? ""
    let recorded = RecordedBody(request.body, count: request.body.count, type: type, redaction: redaction)
    self.init(
      method: request.head.method.rawValue,
      target: request.head.path ?? "/",
      endpoint: request.endpoint,
      body: RecordedBody.bytes(recorded.text, recorded.encoding),
      type: type,
      redaction
    )
  }

  /// What an entry has, if it were one for this endpoint. `nil` where its URL can't be read.
  init?(_ request: HAR.Request, for endpoint: Endpoint, _ redaction: Redaction) {
    guard let target = request.target else { return nil }
    let type = request.postData?.mimeType ?? ""
    var body: Data? = Data()
    if let post = request.postData {
      body = RecordedBody.bytes(post.text, post.encoding)
      // One of a browser is not redacted yet.
      if post.encoding == nil, let text = post.text {
        body = Data(RecordedBody.redacted(text, MediaType(type), redaction).utf8)
      }
    }
    self.init(method: request.method, target: target, endpoint: endpoint, body: body, type: type, redaction)
  }

  private init(
    method: String,
    target: String,
    endpoint: Endpoint,
    body: Data?,
    type: String,
    _ redaction: Redaction
  ) {
    self.method = method.uppercased()
    let redacted = redaction.target(target, of: endpoint)
    let (path, query) = redacted.splitTarget
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let count = endpoint.path.description.split(separator: "/", omittingEmptySubsequences: false).count - 1
    self.path = segments.suffix(count).map { $0.removingPercentEncoding ?? String($0) }.joined(separator: "/")
    self.query = (query.map(HAR.items) ?? []).map { "\($0.name)=\($0.value)" }.sorted()
    self.body = body.map { MediaType(type).isJSON ? Self.sorted($0) : $0 }
    description = "\(method) \(redacted)"
  }

  /// JSON with its keys in order and without spaces; anything else as it is.
  private static func sorted(_ body: Data) -> Data {
    guard let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed),
      let sorted = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    else { return body }
    return sorted
  }
}

extension HAR.Request {
  /// The path and the query of the URL, still percent-encoded. `nil` where there is no URL.
  var target: String? {
    guard let components = URLComponents(string: url), components.host != nil else { return nil }
    let path = components.percentEncodedPath
    return (path.isEmpty ? "/" : path) + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
  }

  /// The same with secrets redacted.
  func target(_ redaction: Redaction) -> String? { target.map { redaction.target($0, of: nil) } }

  /// The request that was recorded, for an endpoint. `nil` where its URL can't be read.
  func recorded(for endpoint: Endpoint) -> APIRequest? {
    guard let target, let method = HTTPRequest.Method(method) else { return nil }
    var head = HTTPRequest(method: method, scheme: "http", authority: "naru.invalid", path: target)
    head.headerFields = HTTPFields(headers)
    let body = postData.flatMap { RecordedBody.bytes($0.text, $0.encoding) }
    if let type = postData?.mimeType, !type.isEmpty { head.headerFields[.contentType] = type }
    return APIRequest(endpoint: endpoint, head: head, body: body ?? Data())
  }
}

extension HAR.Response {
  /// The answer that was recorded. `nil` where its body was not.
  var recorded: APIResponse? {
    var head = HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: HTTPFields(headers))
    // The bytes are as they are after these.
    head.headerFields[.contentEncoding] = nil
    head.headerFields[.contentLength] = nil
    head.headerFields[.transferEncoding] = nil
    guard content.text != nil || content.size <= 0 else { return nil }
    let body = RecordedBody.bytes(content.text ?? "", content.encoding)
    // A text has lost the charset in which it came.
    if content.encoding == nil, !content.mimeType.isEmpty, let charset = MediaType(content.mimeType).charset,
      charset != "utf-8"
    {
      head.headerFields[.contentType] = "\(MediaType(content.mimeType).essence); charset=utf-8"
    }
    return body.map { APIResponse(head: head, body: $0) }
  }
}

extension HTTPFields {
  /// Recorded header fields. Those that HTTP/2 has for the request line are none.
  init(_ pairs: [HAR.Pair]) {
    self.init(
      pairs.compactMap { pair in
        guard let name = HTTPField.Name(pair.name), HTTPField.isValidValue(pair.value) else { return nil }
        return HTTPField(name: name, value: pair.value)
      }
    )
  }
}
