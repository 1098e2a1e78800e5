package import HTTPTypes

/// Intercepts the calls of served contracts after the caller was found and before the body is read. It may respond itself, or change
/// the response.
package protocol CallInterceptor: Sendable {
  /// Answers a call.
  func respond(
    to call: InterceptedCall,
    body: @escaping @Sendable () -> Blob,
    next: @Sendable (_ body: @escaping @Sendable () -> Blob) async -> APIResponse
  ) async -> APIResponse
}

/// A call of a served contract, as a ``CallInterceptor`` sees it.
package struct InterceptedCall: Sendable {
  package let endpoint: Endpoint
  /// The head of the request.
  package let head: HTTPRequest
  /// The caller. `nil` if the caller will be rejected.
  package let caller: Caller?
  /// When the request arrived.
  package let started: ContinuousClock.Instant
  /// The languages that the server has for a failure.
  let languages: [Language]
  /// The language for callers who accept none of ``languages``.
  let defaultLanguage: Language

  /// The language of failures.
  package var language: Language { Language(accepting: head, among: languages, otherwise: defaultLanguage) }
}

extension APIResponse {
  /// No response: the server closes the connection instead.
  package static var dropped: APIResponse { APIResponse(head: HTTPResponse(status: .init(code: 0))) }

  /// Whether it is ``dropped``.
  package var isDropped: Bool { head.status.code == 0 }
}
