import Foundation
import HTTPTypes
import Naru
import NaruRecording

/// The parts of a request that identify its entry, with secrets redacted.
struct HARKey: CustomStringConvertible {
  /// The first part that differs between two requests. A later case means that they are more similar.
  enum Difference: String, CaseIterable {
    case path = "another path"
    case method = "another method"
    case query = "another query"
    case body = "another body"

    /// Smaller for more similar requests; never 0.
    var rank: Int { Difference.allCases.reversed().firstIndex(of: self).map { $0 + 1 } ?? 0 }
  }

  let method: String
  /// The path as in the contract, without the prefix of the server's address.
  let path: String
  /// The items, sorted.
  let query: [String]
  /// The body in a canonical form; `nil` if it was not recorded.
  let body: Data?

  let description: String

  /// Creates the key of a call.
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

  /// Creates the key of an entry, taken as a call of an endpoint; `nil` if its URL is invalid.
  init?(_ request: HAR.Request, for endpoint: Endpoint, _ redaction: Redaction) {
    guard let target = request.target else { return nil }
    let type = request.postData?.mimeType ?? ""
    var body: Data? = Data()
    if let post = request.postData {
      body = RecordedBody.bytes(post.text, post.encoding)
      // The recording of a browser is not redacted.
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
    // A key that the client adds is not in the recording of a middleware.
    let keys = endpoint.secretQueryNames
    self.query = (query.map(HARFile.items) ?? []).filter { !keys.contains($0.name) }.map { "\($0.name)=\($0.value)" }
      .sorted()
    self.body = body.map { MediaType(type).isJSON ? Self.sorted($0) : $0 }
    description = "\(method) \(redacted)"
  }

  /// JSON with sorted keys and without spaces; other bodies unchanged.
  private static func sorted(_ body: Data) -> Data {
    guard let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed),
      let sorted = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    else { return body }
    return sorted
  }
}

extension HAR.Request {
  /// The path and the query with secrets redacted.
  func target(_ redaction: Redaction) -> String? { target.map { redaction.target($0, of: nil) } }
}
