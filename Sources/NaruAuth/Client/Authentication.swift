import HTTPTypes
public import Naru

/// A middleware that authenticates calls with a session's credential and renews it when the server rejects it.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), Authentication(session)])
/// ```
///
/// * Calls of endpoints with `auth: .none`, or with schemes other than a bearer token, are sent without a token. If no user is
///   signed in, calls with `.optional` are too, and calls with `.required` fail with `APIError.Code.unauthorized` before they are
///   sent.
/// * The token is sent to the client's server only. A request that an earlier middleware has redirected to another scheme, host or
///   port is sent without it, as is a request that already has an `Authorization` field.
/// * After a 401, and after a failure with any status and a code in `ResponseFormat.expiredTokenCodes`, the credential is renewed,
///   unless another call has just done so, and the call is sent once more. A body that can be read only once is not sent again, but the
///   next call has the new credential. Any other 403 is returned like any other response.
/// * A failure with a code in `ResponseFormat.endedSessionCodes` ends the session with the server's message, without a renewal.
/// * If the renewal fails because of the network or the server, the call has had no effect. Its error has no status, and the renewal's
///   error is its `underlyingError`. It is not a 401, which would mean a sign-out. A call waits for a renewal no longer than its own timeout.
public struct Authentication: UserMiddleware {
  private let session: Session
  private let attach: @Sendable (inout APIRequest, Credential) -> Void
  /// Whether the credential is a bearer token, which not every endpoint accepts.
  private let isBearer: Bool

  /// Creates a middleware that sends the access token as `Authorization: Bearer …` (RFC 6750).
  public init(_ session: Session) {
    self.session = session
    isBearer = true
    attach = { request, credential in
      request.head.headerFields[.authorization] = "Bearer \(credential.accessToken.revealed)"
    }
  }

  /// Creates a middleware for a backend without bearer tokens.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - attach: adds the credential to a request.
  public init(_ session: Session, attach: @escaping @Sendable (inout APIRequest, Credential) -> Void) {
    self.session = session
    self.attach = attach
    isBearer = false
  }

  /// Adds the credential, and sends the call once more if the server rejects it.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard isBearer ? request.endpoint.acceptsBearer : request.endpoint.auth != .none,
      request.isAtOrigin, request.head.headerFields[.authorization] == nil
    else { return try await next(request) }
    let limit = request.firstByteTimeout ?? request.timeout
    guard let ticket = try await session.ticket(within: limit) else {
      return try await next(anonymous(request))
    }
    let response = try await send(request, ticket, next)
    guard let rejection = Rejection(response, of: request) else { return response }
    guard request.stream?.isReplayable ?? true else {
      // The new credential is for the next call.
      _ = try? await replace(ticket, rejection, limit)
      return response
    }
    guard let replaced = try await replace(ticket, rejection, limit) else {
      // The response says why the server has ended the session.
      return rejection.endsSession && requiresCredential(request)
        ? response : try await next(anonymous(request))
    }
    guard replaced != ticket else { return response }
    let second = try await send(request, replaced, next)
    if let rejection = Rejection(second, of: request), rejection.endsSession {
      _ = try await replace(replaced, rejection, limit)
    }
    return second
  }

  /// Returns the credential to use after a rejection: a renewed one, or `nil` after the session has ended.
  private func replace(_ ticket: Ticket, _ rejection: Rejection, _ limit: Duration) async throws -> Ticket? {
    guard rejection.endsSession else {
      return try await session.renewed(ticket, isRejected: !rejection.isForeign, within: limit)
    }
    return try await session.ended(ticket, rejection.message)
  }

  private func send(_ request: APIRequest, _ ticket: Ticket, _ next: APINext) async throws -> APIResponse {
    if let user = request.user, user != ticket.user { throw APIError.otherUser }
    try request.sameUser?.check(ticket.credential.accessToken, of: ticket.user, for: request)
    var request = request
    attach(&request, ticket.credential)
    let response = try await next(request)
    session.note(response.head.headerFields)
    // What was received for one user is not shown to the next one. A queued write was applied, whoever is signed in now.
    if request.user == nil || request.isRead { try session.check(ticket) }
    return response
  }

  package func tokenUser() async throws -> TokenUser? { try await session.currentTicket?.user }

  /// The request without a credential, if the endpoint allows that.
  private func anonymous(_ request: APIRequest) throws -> APIRequest {
    guard request.user != nil || requiresCredential(request) else { return request }
    var error = request.user == nil ? APIError(.unauthorized) : .otherUser
    // The user of the request may be the one whose session has ended.
    error.message = session.reason?.localizedMessage ?? error.message
    throw error
  }

  private func requiresCredential(_ request: APIRequest) -> Bool {
    isBearer ? request.endpoint.requiresBearer : request.endpoint.auth == .required
  }
}

/// A failure that is about the credential: a 401, or a code of the contract's format with any status.
private struct Rejection {
  let endsSession: Bool
  /// Whether it is a web page, such as a proxy's, which may be the server's own.
  let isForeign: Bool
  let message: LocalizedMessage?

  init?(_ response: APIResponse, of request: APIRequest) {
    let failure = response.failure(of: request)
    guard response.head.status == .unauthorized || failure?.code == .unauthorized else { return nil }
    endsSession = failure?.serverCode.map(request.endpoint.format.endedSessionCodes.contains) ?? false
    isForeign = failure?.isForeign ?? false
    message = failure?.message
  }
}

extension Session {
  /// Why no user is signed in.
  fileprivate var reason: Reason? {
    if case .signedOut(let reason) = core.withLock({ $0.phase }) { reason } else { nil }
  }
}
