import Foundation
public import HTTPTypes

/// A step of every served call, between finding the caller and reading the parameters and the body: a limit, an audit, a record that a new user
/// needs.
///
/// ```swift
/// let limit = CallInterceptor { call, next in
///   if call.endpoint.method != .get, let user = call.caller?.user { try await limiter.count(user.id) }
///   return try await next(call)
/// }
/// let options = ServingOptions(authenticator: sessions, interceptors: [limit])
/// ```
///
/// An error that it throws becomes the response, as a handler's does. It can also change the response, or respond without `next`; such a
/// response is sent as it is.
public struct CallInterceptor: Sendable {
  /// Runs the steps that follow and the handler. It throws the error of a call that fails, and the rejection of a rejected one.
  public typealias Next = @concurrent @Sendable (_ call: InterceptedCall) async throws -> APIResponse

  let respond: @concurrent @Sendable (InterceptedCall, @escaping Next) async throws -> APIResponse

  /// Creates a step.
  ///
  /// - Parameter respond: responds to a call, usually with `next`.
  public init(
    _ respond:
      @escaping @concurrent @Sendable (_ call: InterceptedCall, _ next: @escaping Next) async throws
      -> APIResponse
  ) {
    self.respond = respond
  }
}

/// A call of a served contract, as a ``CallInterceptor`` sees it.
public struct InterceptedCall: Sendable {
  /// The endpoint.
  public var endpoint: Endpoint { matched.endpoint }
  /// The head of the request.
  public let head: HTTPRequest
  /// The caller. `nil` if it is not known, or may not call the endpoint: then `next` throws the rejection.
  public let caller: Caller?
  /// When the request arrived. `nil` if no interceptor was there to ask.
  package let started: ContinuousClock.Instant?
  /// Returns the body, at most once. That of a rejected request is empty.
  package var body: @Sendable () -> Blob = { Blob(Data()) }
  /// The description of a request with a key, once it was asked for.
  var keyed: IdempotentRequest?
  let matched: MatchedCall
  /// The reason why the request is rejected.
  var rejection: (any Error)?
}

extension APIResponse {
  /// No response: the server closes the connection instead.
  package static var dropped: APIResponse { APIResponse(head: HTTPResponse(status: .init(code: 0))) }

  /// Whether it is ``dropped``.
  package var isDropped: Bool { head.status.code == 0 }
}
