import Foundation
import HTTPTypes

extension APIError {
  /// Creates the error for a response that is a failure.
  init(_ failure: ServerFailure, _ head: HTTPResponse, _ endpoint: Endpoint) {
    var code = Code(status: head.status)
    if head.status.kind == .successful {
      // The status doesn't say which kind of failure it is. The code may say that it is only a temporary one.
      let status = failure.code.flatMap { own in
        ([.tooManyRequests] + Self.unavailable).first { endpoint.format.code(of: $0) == own }
      }
      code = status.map(Code.init(status:)) ?? .invalidRequest
    }
    if let own = failure.code, endpoint.format.endsCredential(own) { code = .unauthorized }
    self.init(
      code,
      failure.message.map { LocalizedMessage(stringLiteral: $0) },
      serverCode: failure.code,
      status: head.status,
      retryAfter: head.headerFields.retryAfter(now: Date()),
      fields: failure.fields.map(Field.init),
      headers: head.headerFields.without(.setCookie)
    )
    self.failure = failure.body
  }

  private static let unavailable: [HTTPResponse.Status] = [.badGateway, .serviceUnavailable, .gatewayTimeout]

  /// Whether the server was not available: 502, 503 and 504, also with the format's code of one of them under 2xx.
  package var isUnavailable: Bool {
    guard let status else { return false }
    return Self.unavailable.contains { $0.code == status.code }
      || status.kind == .successful && [.serverError, .timedOut].contains(code)
  }

  /// Whether the request did not reach a server that works: something else responded, or the server was not available.
  package var isUnserved: Bool { isForeign || isUnavailable }
}

extension APIError {
  /// Creates the error for a successful response that the contract doesn't allow. The response may describe a failure of the endpoint.
  init(unreadable response: APIResponse, of endpoint: Endpoint? = nil, underlyingError: any Error) {
    if let endpoint, let failure = endpoint.format.statedFailure(response) {
      self.init(failure, response.head, endpoint)
      self.underlyingError = underlyingError
      return
    }
    self.init(
      .decodingFailed,
      status: response.head.status,
      underlyingError: underlyingError,
      headers: response.head.headerFields.without(.setCookie)
    )
    isForeign = !response.isApplied
    // The beginning of a stream is unknown until it is read.
    if response.stream == nil || response.stream?.data != nil { excerpt = response.excerpt }
  }
}

extension APIResponse {
  /// Whether the status alone states that the server has applied the request. Nothing else than the server sends it without a body.
  var isApplied: Bool { [201, 202, 204, 205].contains(head.status.code) && stream == nil && body.isEmpty }
}
