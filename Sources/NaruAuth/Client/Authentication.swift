import HTTPTypes
public import Naru

/// Sends the credential of a session with every call whose endpoint wants to know who asks, and renews it when it is refused.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), Authentication(session)])
/// ```
///
/// * An endpoint with `auth: .none` goes without. One with `.required` fails with ``APIError/Code/unauthorized`` where nobody is
///   signed in, and nothing is sent. One with `.optional` goes without a token then.
/// * The token is for the client's server only: a request that a middleware before this one has turned to another scheme, host
///   or port goes without it, and so does one that has an `Authorization` field already.
/// * An answer 401 renews the credential and sends the call once more, once. If it was renewed meanwhile, the call is only
///   sent once more. A body that can be read once is not sent again, but the next call has the new credential. 403 is an
///   answer like any other.
/// * Where the renewal fails because a network or a server is down, the call fails with that and not with 401, so that nobody
///   takes it for a sign-out. A call waits for a renewal no longer than it may take itself.
public struct Authentication: Middleware {
  private let session: Session
  private let attach: @Sendable (inout APIRequest, Credential) -> Void

  /// Sends the access token as `Authorization: Bearer …` (RFC 6750).
  public init(_ session: Session) {
    self.init(session) { request, credential in
      request.head.headerFields[.authorization] = "Bearer \(credential.accessToken.revealed)"
    }
  }

  /// Sends the credential as a backend wants it that has no bearer tokens.
  public init(_ session: Session, attach: @escaping @Sendable (inout APIRequest, Credential) -> Void) {
    self.session = session
    self.attach = attach
  }

  /// Adds the credential, and sends the call once more where it was refused.
  public func intercept(
    _ request: APIRequest,
    next: @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    guard request.endpoint.auth != .none, request.isAtOrigin, request.head.headerFields[.authorization] == nil else {
      return try await next(request)
    }
    let limit = request.firstByteTimeout ?? request.timeout
    guard let ticket = try await session.ticket(within: limit) else {
      return try await next(anonymous(request))
    }
    let response = try await send(request, ticket, next)
    guard response.head.status == .unauthorized else { return response }
    guard request.stream?.isReplayable ?? true else {
      // What comes of it is the next call's.
      _ = try? await session.renewed(ticket, isRefused: true, within: limit)
      return response
    }
    guard let renewed = try await session.renewed(ticket, isRefused: true, within: limit) else {
      return try await next(anonymous(request))
    }
    guard renewed != ticket else { return response }
    return try await send(request, renewed, next)
  }

  private func send(
    _ request: APIRequest,
    _ ticket: Ticket,
    _ next: @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    var request = request
    attach(&request, ticket.credential)
    let response = try await next(request)
    session.note(response.head.headerFields)
    return response
  }

  /// The request as nobody's, where the endpoint allows that.
  private func anonymous(_ request: APIRequest) throws -> APIRequest {
    guard request.endpoint.auth != .required else { throw APIError(.unauthorized, session.reason?.sentence) }
    return request
  }
}

extension Session {
  /// Why nobody is signed in.
  fileprivate var reason: Reason? {
    if case .signedOut(let reason) = core.withLock({ $0.phase }) { reason } else { nil }
  }
}
