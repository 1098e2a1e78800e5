import Foundation
import HTTPTypes
import Naru
import Support

/// Direct calls to a provider.
///
/// A response larger than a mebibyte or slower than ten seconds is a failure, and so is a redirect. Requests use TLS
/// unless they stay on this machine.
struct BackChannel: Sendable {
  static let answerLimit = 1 << 20
  static let timeout = Duration.seconds(10)

  let transport: any Transport

  /// A response that is neither a redirect nor a server error.
  struct Answer {
    let status: Int
    let body: Data

    /// Decodes the body as JSON. `nil` if it has another form.
    func json<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONDecoder().decode(type, from: body) }
  }

  func get(_ address: String, token: Secret? = nil) async throws(ProviderFailure) -> Answer {
    try await send(.get, address, token: token, body: Data())
  }

  func post(
    _ address: String,
    form: [(name: String, value: String)],
    token: Secret? = nil
  ) async throws(ProviderFailure) -> Answer {
    try await send(.post, address, token: token, body: Data(QueryString.encode(form).utf8))
  }

  private func send(
    _ method: Endpoint.Method,
    _ address: String,
    token: Secret?,
    body: Data
  ) async throws(ProviderFailure) -> Answer {
    guard let url = URLComponents(string: address), let scheme = url.scheme, let host = url.percentEncodedHost,
      case let authority = url.port.map({ "\(host):\($0)" }) ?? host,
      Origin(scheme: scheme, authority: authority)?.isSecure == true
    else { throw .providerError }
    let path = url.percentEncodedPath + (url.percentEncodedQuery.map { "?\($0)" } ?? "")
    var head = HTTPRequest(
      method: HTTPRequest.Method(rawValue: method.rawValue) ?? .get,
      scheme: scheme,
      authority: authority,
      path: path.isEmpty ? "/" : path
    )
    head.headerFields[.accept] = "application/json"
    if method == .post { head.headerFields[.contentType] = "application/x-www-form-urlencoded;charset=utf-8" }
    if let token { head.headerFields[.authorization] = "Bearer \(token.revealed)" }
    let request = APIRequest(
      endpoint: Endpoint("Provider", "call", method, "/"),
      head: head,
      body: body,
      timeout: Self.timeout,
      maxResponseSize: Self.answerLimit
    )
    let response: APIResponse
    do {
      response = try await transport.send(request)
    } catch let error as APIError where error.code == .tooLarge {
      throw .providerError
    } catch {
      throw .providerUnavailable
    }
    switch response.head.status.code {
    case 429, 500...: throw .providerUnavailable
    case 300..<400: throw .providerError
    default:
      guard response.body.count <= Self.answerLimit else { throw .providerError }
      return Answer(status: response.head.status.code, body: response.body)
    }
  }
}
