package import HTTPTypes
import Logging

extension InterceptedCall {
  private var options: ServingOptions { matched.options }

  /// Returns the failure for an error. An unexpected error is a 500 without internal details. It is logged under a number, which is
  /// also in the response's message and in `X-Error-ID`.
  package func failure(for error: any Error) -> APIResponse {
    var response = described(options.makeFailure(error) ?? error)
    if endpoint.auth != .none, response.head.status == .unauthorized,
      response.head.headerFields[.wwwAuthenticate] == nil
    {
      response.head.headerFields[values: .wwwAuthenticate] = challenges
    }
    finish(&response)
    return response
  }

  /// The values of `WWW-Authenticate` for a caller who has to sign in.
  private var challenges: [String] {
    if endpoint.declaredSecurity == nil, let authenticator = options.authenticator { return [authenticator.challenge] }
    return endpoint.challenges(isInvalid: false)
  }

  private func described(_ error: any Error) -> APIResponse {
    switch error {
    case let problem as any RequestError:
      return written(APIError(.invalidRequest, problem.localizedMessage, fields: problem.fields))
    case let error as BodyInterrupted:
      options.logger.debug(
        "The body of a request is not complete.",
        metadata: ["endpoint": "\(endpoint.id)", "error": "\(error.underlyingError)"]
      )
      return written(error.failure)
    // A handler that gives a status means it.
    case let error as APIError
    where error.requestDescription == nil && (error.status != nil || error.code.status != .internalServerError):
      return written(error)
    // This includes the error of a call to another server, whose status has no meaning for this server.
    default:
      return unexpected(error)
    }
  }

  private func unexpected(_ error: any Error) -> APIResponse {
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    options.logger.error(
      "A handler failed unexpectedly.",
      metadata: [
        "endpoint": "\(endpoint.id)", "id": "\(id)", "error": "\(error)",
      ]
    )
    let message = LocalizedMessage(
      korean: "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요. (오류 번호 \(id))",
      english: "Something went wrong on the server. Try again in a moment. (error number \(id))"
    )
    var response = written(APIError(.serverError, message.translated("unexpected", id)))
    response.head.headerFields[.errorID] = id
    return response
  }

  private func written(_ error: APIError) -> APIResponse {
    APIResponse(failure: error, format: endpoint.format, to: head, otherwise: options.language)
  }
}

extension APIResponse {
  /// Writes a failure in the language that the caller prefers among those that its message has.
  package init(
    failure error: APIError,
    format: any ResponseFormat.Type,
    to head: HTTPRequest,
    otherwise language: Language
  ) {
    let language = Language(accepting: head, among: error.localizedMessage.languages, otherwise: language)
    self.init(failure: error, format: format, language: language)
  }

  /// A failure in a contract's format.
  public init(failure error: APIError, format: any ResponseFormat.Type, language: Language) {
    let status = error.status ?? error.code.status
    let localizedMessage = error.localizedMessage
    var failure = ServerFailure(
      code: error.serverCode,
      message: localizedMessage.text(in: language),
      fields: error.fields.map { .init($0.name, $0.message.text(in: language), code: $0.code) }
    )
    failure.body = error.failure
    var head = HTTPResponse(status: status, headerFields: error.headers)
    // Those of an error that was received describe another body.
    for name in [HTTPField.Name.contentLength, .contentEncoding, .transferEncoding] { head.headerFields[name] = nil }
    head.headerFields[.contentType] = format.failureContentType
    head.headerFields[.contentLanguage] = localizedMessage.language(for: language).rawValue
    head.headerFields[.vary] = "Accept-Language"
    if let wait = error.retryAfter { head.headerFields[.retryAfter] = String(max(1, wait.components.seconds)) }
    do {
      self.init(head: head, body: try format.encode(failure, status: status))
    } catch {
      // The format can't write the failure, so only the status is left.
      head.headerFields[.contentType] = nil
      self.init(head: head)
    }
  }
}

extension HTTPField.Name {
  static let errorID = known("X-Error-ID")
}
