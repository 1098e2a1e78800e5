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
  private struct Pair: Encodable {
    var name: String
    var value: String
  }

  private struct Request: Encodable {
    struct PostData: Encodable {
      var mimeType: String
      var text: String
      var encoding: String?

      enum CodingKeys: String, CodingKey {
        case mimeType, text
        case encoding = "_encoding"
      }
    }

    var method: String
    var url: String
    var headers: [Pair]
    var postData: PostData?
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var requests: [Request] = []

  /// Writes what was recorded, and starts again.
  static func write(to file: URL) throws {
    struct Archive: Encodable {
      struct Log: Encodable {
        struct Creator: Encodable {
          var name = "RequestRecorder"
          var version = "1"
        }

        struct Entry: Encodable {
          struct Response: Encodable {
            struct Content: Encodable {
              var size = 0
              var mimeType = ""
            }

            var status = 0
            var headers: [Pair] = []
            var content = Content()
          }

          var startedDateTime = "1970-01-01T00:00:00Z"
          var time = 0
          var request: Request
          var response = Response()
        }

        var version = "1.2"
        var creator = Creator()
        var entries: [Entry]
      }

      var log: Log
    }
    let recorded = lock.withLock {
      defer { requests = [] }
      return requests
    }
    try JSONEncoder().encode(Archive(log: .init(entries: recorded.map { .init(request: $0) }))).write(to: file)
  }

  override static func canInit(with request: URLRequest) -> Bool { true }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let body = request.httpBody ?? request.httpBodyStream.map(Self.content)
    let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
    let recorded = Request(
      method: request.httpMethod ?? "GET",
      url: request.url?.absoluteString ?? "",
      headers: (request.allHTTPHeaderFields ?? [:]).map { Pair(name: $0.key, value: $0.value) },
      postData: body.flatMap { body in
        guard !body.isEmpty else { return nil }
        guard let text = String(data: body, encoding: .utf8) else {
          return .init(mimeType: type, text: body.base64EncodedString(), encoding: "base64")
        }
        return .init(mimeType: type, text: text)
      }
    )
    Self.lock.withLock { Self.requests.append(recorded) }
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
