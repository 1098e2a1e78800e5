package import Foundation
import HTTPTypes
package import Naru

extension HARFile.Request {
  /// The path and the query of the URL, percent-encoded; `nil` if the URL is invalid.
  package var target: String? {
    guard let (_, target) = Origin.resolved(url) else { return nil }
    return target
  }

  /// The path and the query relative to a base URL; `nil` for another URL.
  package func target(below baseURL: URL?) -> String? {
    guard let (server, target) = Origin.resolved(url) else { return nil }
    guard let baseURL else { return target }
    guard let (base, path) = Origin.resolved(baseURL.absoluteString), base == server else { return nil }
    let folder = path.splitTarget.path
    let prefix = folder.hasSuffix("/") ? String(folder) : "\(folder)/"
    return target.hasPrefix(prefix) ? "/\(target.dropFirst(prefix.count))" : nil
  }

  /// The recorded request as a call of an endpoint; `nil` if its URL or method is invalid.
  package func recorded(for endpoint: Endpoint) -> APIRequest? {
    guard let target, let method = HTTPRequest.Method(method) else { return nil }
    var head = HTTPRequest(method: method, scheme: "http", authority: "naru.invalid", path: target)
    head.headerFields = HTTPFields(headers)
    let body = postData.flatMap { RecordedBody.bytes($0.text, $0.encoding) }
    if let type = postData?.mimeType, !type.isEmpty { head.headerFields[.contentType] = type }
    return APIRequest(endpoint: endpoint, head: head, body: body ?? Data())
  }
}

extension HARFile.Response {
  /// Whether a response arrived.
  package var isReceived: Bool { 1...999 ~= status }

  /// The recorded response; `nil` if its body was not recorded.
  package var recorded: APIResponse? {
    var head = HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: HTTPFields(headers))
    // The recorded bytes are already decoded.
    head.headerFields[.contentEncoding] = nil
    head.headerFields[.contentLength] = nil
    head.headerFields[.transferEncoding] = nil
    // Firefox writes the size -1 and a comment for a body that it has left out.
    guard content.text != nil || content.size ?? 0 <= 0 && content.comment ?? "" == "" else { return nil }
    let body = RecordedBody.bytes(content.text ?? "", content.encoding)
    // A recorded string is UTF-8, whatever the charset of the response was.
    if content.encoding == nil, let type = content.mimeType.map(MediaType.init), type.charset ?? "utf-8" != "utf-8" {
      head.headerFields[.contentType] = "\(type.essence); charset=utf-8"
    }
    return body.map { APIResponse(head: head, body: $0) }
  }
}

extension HTTPFields {
  /// Creates header fields from recorded ones, without HTTP/2's pseudo-header fields.
  init(_ pairs: [HARFile.Pair]) {
    self.init(
      pairs.compactMap { pair in
        guard let name = HTTPField.Name(pair.name), HTTPField.isValidValue(pair.value) else { return nil }
        return HTTPField(name: name, value: pair.value)
      }
    )
  }
}
