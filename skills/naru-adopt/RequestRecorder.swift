import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Records the requests of a `URLSession` as an HTTP Archive and sends none of them: each call fails with `notConnectedToInternet`.
///
/// ```swift
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.protocolClasses = [RequestRecorder.self]
/// ```
final class RequestRecorder: URLProtocol {
  private static let lock = NSLock()
  /// The requests, as entries of the archive.
  nonisolated(unsafe) private static var entries: [[String: Any]] = []

  /// Writes what was recorded, and starts again.
  static func write(to file: URL) throws {
    let recorded = lock.withLock {
      defer { entries = [] }
      return entries
    }
    let log: [String: Any] = [
      "version": "1.2", "creator": ["name": "RequestRecorder", "version": "1"], "entries": recorded,
    ]
    try JSONSerialization.data(withJSONObject: ["log": log]).write(to: file)
  }

  override static func canInit(with request: URLRequest) -> Bool { true }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let body = request.httpBody ?? request.httpBodyStream.map(Self.content)
    let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
    var recorded: [String: Any] = [
      "method": request.httpMethod ?? "GET", "url": request.url?.absoluteString ?? "",
      "headers": (request.allHTTPHeaderFields ?? [:]).map { ["name": $0.key, "value": $0.value] },
    ]
    if let body, !body.isEmpty {
      let text = String(data: body, encoding: .utf8)
      var data = ["mimeType": type, "text": text ?? body.base64EncodedString()]
      if text == nil { data["_encoding"] = "base64" }
      recorded["postData"] = data
    }
    let content: [String: Any] = ["size": 0, "mimeType": ""]
    let response: [String: Any] = ["status": 0, "headers": [String](), "content": content]
    let entry: [String: Any] = [
      "startedDateTime": "1970-01-01T00:00:00Z", "time": 0, "request": recorded, "response": response,
    ]
    Self.lock.withLock { Self.entries.append(entry) }
    client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
  }

  override func stopLoading() {}

  private static func content(_ stream: InputStream) -> Data {
    stream.open()
    defer { stream.close() }
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return content }
      content.append(contentsOf: buffer[..<count])
    }
  }
}
