import Foundation
public import HTTPTypes
import Logging

// MARK: - For authors of servers

/// A request that was matched to an endpoint, and not yet checked.
@_documentation(visibility: internal)
public struct MatchedCall: Sendable {
  let route: ServedRoute
  /// The path that was matched.
  let path: Substring
  let pathValues: [(name: String, value: Substring)]

  /// The endpoint.
  public var endpoint: Endpoint { route.endpoint }

  private var handler: ServedContract.Answer { route.answer }
  private var version: VersionedPath? { route.version }
  private var options: ServingOptions { route.options }

  /// Authenticates the caller, and checks what the head says about the body.
  ///
  /// - Parameter head: the request's head.
  /// - Returns: the call to answer, or the refusal in the contract's format.
  @concurrent
  public func accept(_ head: HTTPRequest) async -> RequestDecision {
    let started = options.interceptor == nil ? nil : ContinuousClock.now
    var caller: Caller?
    do {
      if let others = try options.replacement?(head) { return await others.accept(head, path: path) }
      let found = try await self.caller(head)
      caller = found
      if hasBody { try head.checkBody(of: endpoint, body) }
      return .admitted(AcceptedCall(self, head, found, started: started))
    } catch {
      return .refused(await refuse(head, error, caller, since: started))
    }
  }

  /// Answers the request: ``accept(_:)`` and ``AcceptedCall/respond(body:)`` in one.
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
    switch await accept(head) {
    case .admitted(let call): await call.respond(body: body)
    case .refused(let refusal): refusal
    }
  }

  /// Whether the endpoint may read a body.
  private var hasBody: Bool { endpoint.method != .get && endpoint.method != .head }

  /// What the endpoint reads of the body.
  var body: AcceptedCall.Body {
    for parameter in endpoint.parameters {
      switch parameter.location {
      case .path, .query, .header: continue
      case .body where parameter.type == Blob.self: return .streamed(limit: options.maxUploadSize)
      // A hand-written token may not have the type.
      case .body where parameter.type == nil: return .streamed(limit: max(options.maxUploadSize, options.maxBodySize))
      case .body: return .collected(limit: options.maxBodySize)
      case .form: return .collected(limit: options.maxBodySize)
      // The files and the fields, which have limits of their own.
      case .part:
        let (limit, overflows) = options.maxUploadSize.addingReportingOverflow(options.maxBodySize)
        return .streamed(limit: overflows ? .max : limit)
      }
    }
    return .none
  }

  /// Returns the response to a request that was not admitted. An interceptor sees it without a body.
  private func refuse(
    _ head: HTTPRequest,
    _ error: any Error,
    _ caller: Caller?,
    since started: ContinuousClock.Instant?
  ) async -> APIResponse {
    let refusal = refusal(error, head)
    guard let interceptor = options.interceptor, let started else { return refusal }
    let call = intercepted(head, caller, since: started)
    return await interceptor.respond(to: call, body: { Blob(Data()) }) { _ in refusal }
  }

  /// Answers a request that was admitted.
  func answer(
    _ head: HTTPRequest,
    by caller: Caller,
    _ body: @escaping @Sendable () -> Blob,
    since started: ContinuousClock.Instant?
  ) async -> APIResponse {
    guard let interceptor = options.interceptor, let started else { return await answer(caller, head, body) }
    return await interceptor.respond(to: intercepted(head, caller, since: started), body: body) {
      await answer(caller, head, $0)
    }
  }

  private func intercepted(
    _ head: HTTPRequest,
    _ caller: Caller?,
    since started: ContinuousClock.Instant
  ) -> InterceptedCall {
    InterceptedCall(
      endpoint: endpoint,
      head: head,
      caller: caller,
      started: started,
      languages: options.languages,
      defaultLanguage: options.language
    )
  }

  private func answer(
    _ caller: Caller,
    _ head: HTTPRequest,
    _ body: @escaping @Sendable () -> Blob
  ) async -> APIResponse {
    do {
      // Of before the handler: a change while it runs must not be missed.
      let version = knownVersion(head)
      if let version, let tag = options.contentVersion?.tag(of: head.path ?? "/", for: caller, at: version),
        head.names(tag)
      {
        var response = APIResponse(head: HTTPResponse(status: .notModified, headerFields: [.eTag: tag]))
        finish(&response, head)
        return response
      }
      let call = try IncomingCall(
        endpoint: endpoint,
        head: head,
        pathValues: pathValues,
        content: body,
        options: options
      )
      var response = try await answer(caller, call)
      if let stream = response.stream { response.stream = logged(stream) }
      response.revalidate(head)
      if let version, let tag = response.head.headerFields.value(of: .eTag) {
        options.contentVersion?.note(tag, of: head.path ?? "/", for: caller, at: version)
      }
      finish(&response, head)
      return response
    } catch {
      return refusal(error, head)
    }
  }

  /// Returns the response for an error.
  private func refusal(_ error: any Error, _ head: HTTPRequest) -> APIResponse {
    var response = failure(error, head)
    if endpoint.auth != .none, response.head.status == .unauthorized,
      response.head.headerFields[.wwwAuthenticate] == nil
    {
      response.head.headerFields[values: .wwwAuthenticate] = challenges
    }
    finish(&response, head)
    return response
  }

  /// Adds what the responses of all endpoints have.
  private func finish(_ response: inout APIResponse, _ head: HTTPRequest) {
    // Nobody but the caller may keep it.
    if endpoint.auth != .none, response.head.headerFields[.cacheControl] == nil {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    // An endpoint for `HEAD` says itself what `GET` would return.
    if head.method == .head { response.omitBody(keepingLength: endpoint.method != .head) }
  }

  /// The version of what the endpoint returns. `nil` if it may also depend on header fields.
  private func knownVersion(_ head: HTTPRequest) -> String? {
    guard head.method == .get || head.method == .head, let version = options.contentVersion,
      !endpoint.parameters.contains(where: { $0.location == .header })
    else { return nil }
    return version.current
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
    guard let limit = options.handlerTimeout else { return try await handle(caller, call) }
    return try await withTimeLimit(limit) { try await handle(caller, call) }
  }

  private func handle(_ caller: Caller, _ call: IncomingCall) async throws -> APIResponse {
    var call = call
    do {
      let request = try await idempotentRequest(caller, &call)
      guard let version else { return try await run(caller, call, request) }
      return try await version.inTurn(pathValues, options.writeLock) { [call] in
        if let refusal = try await version.refusal(of: call.head, pathValues, by: caller, options: options) {
          // The version may be that of the same request, whose answer was lost.
          guard let request, try await options.idempotency?.remembers(request) ?? false else { throw refusal }
        }
        return try await run(caller, call, request)
      }
    } catch let problem as any RequestError {
      throw await call.invalid(problem)
    }
  }

  /// Returns the description of a request with a key. `nil` if it has none, or if keys are ignored.
  private func idempotentRequest(_ caller: Caller, _ call: inout IncomingCall) async throws -> IdempotentRequest? {
    guard options.idempotency != nil, let key = try call.idempotencyKey else { return nil }
    let fingerprint = try await call.fingerprint()
    return IdempotentRequest(caller: caller, endpoint: endpoint, key: key, fingerprint: fingerprint)
  }

  private func run(_ caller: Caller, _ call: IncomingCall, _ request: IdempotentRequest?) async throws -> APIResponse {
    guard let request, let store = options.idempotency else { return try await handler(caller, call) }
    return try await store.response(to: request) { try await handler(caller, call) }
  }

  private func caller(_ head: HTTPRequest) async throws -> Caller {
    let language = Language(accepting: head, among: options.languages, otherwise: options.language)
    var caller = Caller(user: nil, language: language)
    if endpoint.auth != .none {
      if let authenticator = options.authenticator {
        caller = try await self.caller(head, authenticator, language)
      } else {
        guard try endpoint.credentials(in: head) == nil else { throw APIError.invalidCredentials(for: endpoint) }
        guard !requiresCaller else { throw APIError(.unauthorized) }
      }
    }
    caller.address = options.address(of: head)
    return caller
  }

  private func caller<Found: RequestAuthenticator>(
    _ head: HTTPRequest,
    _ authenticator: Found,
    _ language: Language
  ) async throws -> Caller {
    let identity = try await authenticator.identity(of: head, calling: endpoint)
    guard identity != nil || !requiresCaller else { throw APIError(.unauthorized) }
    try endpoint.checkScopes(of: identity)
    return Caller(identity: identity, language: language)
  }

  /// Whether a caller who is not signed in is refused. Such a caller has no scopes.
  private var requiresCaller: Bool { endpoint.auth == .required || !endpoint.details.scopes.isEmpty }

  /// The values of `WWW-Authenticate` for a caller who has to sign in.
  private var challenges: [String] {
    if endpoint.declaredSecurity == nil, let authenticator = options.authenticator { return [authenticator.challenge] }
    return endpoint.challenges(isInvalid: false)
  }

  private func failure(_ error: any Error, _ head: HTTPRequest) -> APIResponse {
    let error: any Error = options.makeFailure(error) ?? error
    switch error {
    case let problem as any RequestError:
      return response(to: APIError(.invalidRequest, problem.localizedMessage, fields: problem.fields), head)
    case let error as BodyInterrupted:
      options.logger.debug(
        "The body of a request is not complete.",
        metadata: ["endpoint": "\(endpoint.id)", "error": "\(error.underlyingError)"]
      )
      return response(to: error.answer, head)
    // A handler that gives a status means it.
    case let error as APIError
    where error.request == nil && (error.status != nil || error.code.status != .internalServerError):
      return response(to: error, head)
    default:
      // Also an error of a call to another server, whose status says nothing about this one.
      let id = options.makeErrorID()
      options.logger.error(
        "A handler failed unexpectedly.",
        metadata: [
          "endpoint": "\(endpoint.id)", "id": "\(id)", "error": "\(error)",
        ]
      )
      let localizedMessage = LocalizedMessage(
        korean: "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요. (오류 번호 \(id))",
        english: "Something went wrong on the server. Try again in a moment. (error number \(id))"
      )
      var response = response(to: APIError(.serverError, localizedMessage.translated("unexpected", id)), head)
      response.head.headerFields[.errorID] = id
      return response
    }
  }

  /// Writes a failure in the language that the caller prefers among those that its sentence has.
  private func response(to error: APIError, _ head: HTTPRequest) -> APIResponse {
    APIResponse(failure: error, format: endpoint.format, to: head, otherwise: options.language)
  }
}

extension APIResponse {
  /// Writes a failure in the language that the caller prefers among those that its sentence has.
  package init(
    failure error: APIError,
    format: any ResponseFormat.Type,
    to head: HTTPRequest,
    otherwise language: Language
  ) {
    let language = Language(accepting: head, among: error.localizedMessage.languages, otherwise: language)
    self.init(failure: error, format: format, language: language)
  }

  /// Removes the body, and writes its length into the head (RFC 9110, 8.6).
  fileprivate mutating func omitBody(keepingLength: Bool) {
    let length = stream.map(\.length) ?? body.count
    // A stream may not know its length.
    if keepingLength, let length, head.status != .noContent, head.status != .notModified {
      head.headerFields[.contentLength] = String(length)
    }
    body = Data()
    stream = nil
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
