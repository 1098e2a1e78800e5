import Foundation
import HTTPTypes
import Logging

extension MatchedCall {
  /// Reads the parameters and the body, and calls the handler.
  func respond(
    to head: HTTPRequest,
    by caller: Caller,
    _ body: @escaping @Sendable () -> Blob,
    since started: ContinuousClock.Instant?
  ) async -> APIResponse {
    await intercept(head, caller, body, since: started) { body in
      do {
        return try await response(to: head, by: caller, body)
      } catch {
        return failure(for: error, head)
      }
    }
  }

  /// Lets the interceptor see the call and its response.
  func intercept(
    _ head: HTTPRequest,
    _ caller: Caller?,
    _ body: @escaping @Sendable () -> Blob,
    since started: ContinuousClock.Instant?,
    _ respond: @Sendable (_ body: @escaping @Sendable () -> Blob) async -> APIResponse
  ) async -> APIResponse {
    guard let interceptor = options.interceptor, let started else { return await respond(body) }
    let call = InterceptedCall(
      endpoint: endpoint,
      head: head,
      caller: caller,
      started: started,
      languages: options.languages,
      defaultLanguage: options.language
    )
    return await interceptor.respond(to: call, body: body, next: respond)
  }

  private func response(
    to head: HTTPRequest,
    by caller: Caller,
    _ body: @escaping @Sendable () -> Blob
  ) async throws -> APIResponse {
    // Read before the handler runs: a change while it runs must not be missed.
    let revision = knownRevision(head)
    if let revision, head.headerFields.contains(.ifNoneMatch),
      let tag = options.dataRevision?.tag(of: head.path ?? "/", for: caller, at: revision), head.names(tag)
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
    var response = try await handle(call, by: caller)
    if let stream = response.stream { response.stream = logged(stream) }
    response.revalidate(head)
    if let revision, let tag = response.head.headerFields.value(of: .eTag) {
      options.dataRevision?.note(tag, of: head.path ?? "/", for: caller, at: revision)
    }
    finish(&response, head)
    return response
  }

  /// The revision of the data that the endpoint returns. `nil` if the response may also depend on header fields.
  private func knownRevision(_ head: HTTPRequest) -> String? {
    guard head.method == .get || head.method == .head, let revision = options.dataRevision,
      !route.hasHeaderParameter
    else { return nil }
    return revision.current
  }

  /// Calls the handler within its time.
  private func handle(_ call: IncomingCall, by caller: Caller) async throws -> APIResponse {
    guard let limit = options.handlerTimeout else {
      // The usual call, at once: each asynchronous function on the way costs as much as reading a parameter.
      guard options.idempotency == nil, route.version == nil else { return try await checked(call, by: caller) }
      do {
        return try await route.handler(caller, call)
      } catch let problem as any RequestError {
        throw await call.invalid(problem)
      }
    }
    return try await withTimeLimit(limit) { try await checked(call, by: caller) }
  }

  /// Calls the handler if the resource has the version that the request requires.
  private func checked(_ call: IncomingCall, by caller: Caller) async throws -> APIResponse {
    var call = call
    do {
      let request = try await idempotentRequest(caller, &call)
      guard let version = route.version else { return try await once(call, by: caller, request) }
      return try await version.inTurn(pathValues, options.writeLock) { [call] in
        if let rejection = try await version.rejection(of: call.head, pathValues, by: caller, options: options) {
          // The version may come from the same request, whose response was lost.
          guard let request, try await options.idempotency?.remembers(request) ?? false else { throw rejection }
        }
        return try await once(call, by: caller, request)
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

  /// Calls the handler, or returns the first response to the same request.
  private func once(
    _ call: IncomingCall,
    by caller: Caller,
    _ request: IdempotentRequest?
  ) async throws -> APIResponse {
    guard let request, let store = options.idempotency else { return try await route.handler(caller, call) }
    return try await store.response(to: request) { try await route.handler(caller, call) }
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

  /// Adds the header fields of all responses, and removes the body of the response to `HEAD`.
  func finish(_ response: inout APIResponse, _ head: HTTPRequest) {
    // Only the caller may cache it.
    if endpoint.auth != .none, response.head.headerFields[.cacheControl] == nil {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    if let retirement = endpoint.retirement { response.head.headerFields.replace(with: retirement.headers) }
    // An endpoint for `HEAD` states itself what `GET` would return.
    if head.method == .head { response.omitBody(keepingLength: endpoint.method != .head) }
  }
}

extension APIResponse {
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
}
