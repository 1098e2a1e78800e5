import Foundation
public import HTTPTypes
import Logging

// MARK: - For authors of servers

/// A request that was matched to an endpoint, ready to be answered.
@_documentation(visibility: internal)
public struct MatchedCall: Sendable {
  /// The endpoint.
  public let endpoint: Endpoint
  let pathValues: [(name: String, value: Substring)]
  let handler: ServedContract.Answer
  let options: ServingOptions

  /// Answers the request. Every error becomes a response in the contract's format.
  ///
  /// An unexpected error is a 500 without internal details. It is logged under a number, which is also in the response's
  /// sentence and in `X-Error-ID`.
  ///
  /// - Parameters:
  ///   - head: the request's head.
  ///   - body: the request's body. It is read at most once, after the caller was authenticated, and only if the endpoint
  ///     needs it.
  /// - Returns: the response.
  @concurrent
  public func respond(to head: HTTPRequest, body: @escaping @Sendable () -> Blob) async -> APIResponse {
    var response: APIResponse
    do {
      let caller = try await caller(head)
      let call = try IncomingCall(
        endpoint: endpoint,
        head: head,
        pathValues: pathValues,
        content: body,
        options: options
      )
      response = try await answer(caller, call)
      if let stream = response.stream { response.stream = logged(stream) }
    } catch {
      response = failure(error)
    }
    // Nobody but the caller may keep it.
    if endpoint.auth != .none, response.head.headerFields[.cacheControl] == nil {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    if head.method == .head { response.omitBody() }
    return response
  }

  /// A response that has begun can't become an error any more: it breaks off, and the reason is logged.
  private func logged(_ stream: Blob) -> Blob {
    stream.observed { _ in
    } onError: { error in
      options.logger.error(
        "A response broke off.",
        metadata: ["endpoint": "\(endpoint.id)", "error": "\(error)"]
      )
      return error
    }
  }

  private func answer(_ caller: Caller, _ call: IncomingCall) async throws -> APIResponse {
    guard let limit = options.timeLimit else { return try await handler(caller, call) }
    return try await withTimeLimit(limit) { try await handler(caller, call) }
  }

  private func caller(_ head: HTTPRequest) async throws -> Caller {
    let (scheme, authority) = (head.scheme ?? "http", head.authority ?? "")
    guard endpoint.auth != .none, let field = head.headerFields[.authorization] else {
      guard endpoint.auth != .required else { throw Refusal(invalidToken: false) }
      return Caller(user: nil, scheme: scheme, authority: authority)
    }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", let authenticator = options.authenticator,
      let user = try await authenticator.user(for: Secret(String(parts[1])), calling: endpoint)
    else { throw Refusal(invalidToken: true) }
    return Caller(user: user, scheme: scheme, authority: authority)
  }

  private func failure(_ error: any Error) -> APIResponse {
    switch error {
    case let refusal as Refusal:
      var response = APIResponse(failure: refusal.error, format: endpoint.format, language: options.language)
      response.head.headerFields[.wwwAuthenticate] = refusal.invalidToken ? "Bearer error=\"invalid_token\"" : "Bearer"
      return response
    case let problem as any RequestError:
      return APIResponse(
        failure: APIError(.invalid, problem.sentence),
        format: endpoint.format,
        language: options.language
      )
    case let error as BrokenBody:
      options.logger.debug(
        "The body of a request is not complete.",
        metadata: ["endpoint": "\(endpoint.id)", "error": "\(error.cause)"]
      )
      return APIResponse(failure: error.answer, format: endpoint.format, language: options.language)
    case let error as APIError where error.request == nil && error.code.status != .internalServerError:
      return APIResponse(failure: error, format: endpoint.format, language: options.language)
    default:
      // Also an error of a call to another server, whose status says nothing about this one.
      let id = options.makeErrorID()
      options.logger.error(
        "A handler failed unexpectedly.",
        metadata: [
          "endpoint": "\(endpoint.id)", "id": "\(id)", "error": "\(error)",
        ]
      )
      var response = APIResponse(
        failure: APIError(
          .server,
          Sentence(
            korean: "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요. (오류 번호 \(id))",
            english: "Something went wrong on the server. Try again in a moment. (error number \(id))"
          )
        ),
        format: endpoint.format,
        language: options.language
      )
      response.head.headerFields[.errorID] = id
      return response
    }
  }

  /// The refusal of a caller without a valid token.
  private struct Refusal: Error {
    let invalidToken: Bool

    var error: APIError {
      guard invalidToken else { return APIError(.unauthorized) }
      return APIError(
        .unauthorized,
        Sentence(
          korean: "로그인 정보가 올바르지 않거나 만료되었습니다. 다시 로그인해 주세요.",
          english: "Your sign-in is invalid or has expired. Sign in again."
        )
      )
    }
  }
}

extension APIResponse {
  /// Removes the body, and keeps its length in the head (RFC 9110, 8.6).
  fileprivate mutating func omitBody() {
    let length = stream.map(\.length) ?? body.count
    // A stream may not know its length.
    if let length, head.status != .noContent { head.headerFields[.contentLength] = String(length) }
    body = Data()
    stream = nil
  }

  /// A failure in a contract's format.
  public init(failure error: APIError, format: any ResponseFormat.Type, language: Language) {
    let status = error.status ?? error.code.status
    let failure = ServerFailure(code: error.serverCode, message: error.sentence.text(in: language))
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "application/json; charset=utf-8"
    if let wait = error.retryAfter { head.headerFields[.retryAfter] = String(max(1, wait.components.seconds)) }
    do {
      self.init(head: head, body: try format.encode(failure, status: status))
    } catch {
      // The format can't even write two strings, so only the status is left.
      head.headerFields[.contentType] = nil
      self.init(head: head)
    }
  }
}

extension HTTPField.Name {
  static let errorID = known("X-Error-ID")
}
