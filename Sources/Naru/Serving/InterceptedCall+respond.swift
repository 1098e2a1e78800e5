import Foundation
import HTTPTypes
import Logging

extension InterceptedCall {
  /// Runs the steps and then the handler. An error on the way becomes a failure in the contract's format.
  func respond(
    through steps: [CallInterceptor],
    body: @escaping @Sendable () -> Blob = { Blob(Data()) }
  ) async -> APIResponse {
    do {
      // A request is large, and a copy costs time in each call.
      guard !steps.isEmpty else { return try await response(body) }
      var call = self
      call.body = body
      return try await call.run(steps[...])
    } catch {
      return failure(for: error)
    }
  }

  private func run(_ steps: ArraySlice<CallInterceptor>) async throws -> APIResponse {
    guard let step = steps.first else { return try await response(body) }
    return try await step.respond(self) { try await $0.run(steps.dropFirst()) }
  }

  /// Reads the parameters and the body, and calls the handler.
  private func response(_ body: @escaping @Sendable () -> Blob) async throws -> APIResponse {
    guard rejection == nil, let caller else { throw rejection ?? APIError(.unauthorized) }
    let route = matched.route
    // Read before the handler runs: a change while it runs must not be missed.
    let revision = knownRevision
    if let revision, head.headerFields.contains(.ifNoneMatch),
      let tag = route.options.dataRevision?.tag(of: head.path ?? "/", for: caller, at: revision), head.names(tag)
    {
      var response = APIResponse(head: HTTPResponse(status: .notModified, headerFields: [.eTag: tag]))
      finish(&response)
      return response
    }
    let call = try IncomingCall(
      endpoint: endpoint,
      head: head,
      pathValues: matched.pathValues,
      content: body,
      options: route.options
    )
    var response: APIResponse
    do {
      response = try await route.handler(caller, call)
    } catch let problem as any RequestError {
      throw await call.invalid(problem)
    }
    if let stream = response.stream { response.stream = logged(stream) }
    response.revalidate(head)
    if let revision, let tag = response.head.headerFields.value(of: .eTag) {
      route.options.dataRevision?.note(tag, of: head.path ?? "/", for: caller, at: revision)
    }
    finish(&response)
    return response
  }

  /// The revision of the data that the endpoint returns. `nil` if the response may also depend on header fields.
  private var knownRevision: String? {
    guard head.method == .get || head.method == .head, let revision = matched.route.options.dataRevision,
      !matched.route.hasHeaderParameter
    else { return nil }
    return revision.current
  }

  /// A response that has begun can't become an error any more: it breaks off, and the reason is logged.
  private func logged(_ stream: Blob) -> Blob {
    let (logger, endpoint) = (matched.options.logger, endpoint)
    return stream.observed { _ in
    } onError: { error in
      logger.error("A response broke off.", metadata: ["endpoint": "\(endpoint.id)", "error": "\(error)"])
      return error
    }
  }

  /// Adds the header fields of all responses, and removes the body of the response to `HEAD`.
  func finish(_ response: inout APIResponse) {
    // Only the caller may cache it.
    if endpoint.auth != .none, response.head.headerFields[.cacheControl] == nil {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    if endpoint.method == .get, matched.options.changeFeed != nil {
      response.head.headerFields[ChangeStream.offer] = "events"
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
