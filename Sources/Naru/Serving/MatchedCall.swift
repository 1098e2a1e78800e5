package import HTTPTypes

/// A request that was matched to an endpoint. It is accepted by its head, then responded to with its body; an error on the way
/// becomes a failure in the contract's format.
package struct MatchedCall: Sendable {
  let route: ServedRoute
  let pathValues: [(name: String, value: Substring)]

  package var endpoint: Endpoint { route.endpoint }

  var options: ServingOptions { route.options }

  /// Authenticates the caller, and checks the length and the type of the body.
  package func accept(_ head: HTTPRequest) async -> RequestDecision {
    for count in route.counters { count(head) }
    let started = options.interceptors.isEmpty ? nil : ContinuousClock.now
    var caller: Caller?
    do {
      // An older app may have sent a request that the endpoint can't read, so this check comes first.
      if let minimum = options.minimumRelease, let release = Release(of: head), release < minimum {
        throw APIError(.outdated)
      }
      let found = try await authenticate(head)
      caller = found
      if endpoint.method != .get, endpoint.method != .head { try head.checkBody(of: endpoint, route.body) }
      return .accepted(AcceptedCall(call: InterceptedCall(head: head, caller: found, started: started, matched: self)))
    } catch {
      // An interceptor also sees a rejected request, without its body.
      let call = InterceptedCall(head: head, caller: caller, started: started, matched: self, rejection: error)
      return .rejected(await call.respond(through: options.interceptors))
    }
  }

  /// Returns the caller.
  private func authenticate(_ head: HTTPRequest) async throws -> Caller {
    let language = Language(accepting: head, among: options.languages, otherwise: options.language)
    var caller = Caller(user: nil, language: language)
    if endpoint.auth != .none {
      if let authenticator = options.authenticator {
        caller = try await authenticate(head, authenticator, language)
      } else {
        guard try endpoint.credentials(in: head) == nil else { throw APIError.invalidCredentials(for: endpoint) }
        guard !requiresCaller else { throw APIError(.unauthorized) }
      }
    }
    caller.address = options.address(of: head)
    return caller
  }

  /// Opens the authenticator's type.
  private func authenticate<Found: RequestAuthenticator>(
    _ head: HTTPRequest,
    _ authenticator: Found,
    _ language: Language
  ) async throws -> Caller {
    let identity = try await authenticator.identity(of: head, calling: endpoint)
    guard identity != nil || !requiresCaller else { throw APIError(.unauthorized) }
    try endpoint.checkScopes(of: identity)
    return Caller(identity: identity, language: language)
  }

  /// Whether a caller who is not signed in is rejected. Such a caller has no scopes.
  private var requiresCaller: Bool { endpoint.auth == .required || !endpoint.details.value.scopes.isEmpty }
}
