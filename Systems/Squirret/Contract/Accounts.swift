public import Foundation
public import Naru

/// The accounts of signed-in users, their sessions and tokens.
///
/// Signing in itself happens in a browser, which an app opens at `/oauth2/authorization/{provider}`; see
/// ``SignInProvider``.
@API("/api/auth", format: SquirretFormat.self, auth: .none)
public struct Accounts: Sendable {
  /// Exchanges the one-time code of a sign-in for tokens. Fails with `invalid_grant` if the code is unknown, older than
  /// a minute, already used or another app's.
  @POST("/token", failures: [.invalidGrant, .accountDisabled])
  public var token: @Sendable (_ exchange: CodeExchange) async throws -> TokenPair

  /// Exchanges a refresh token for new tokens, and invalidates it. Fails with `invalid_grant` if the token is unknown
  /// or expired, or if its session has ended. The user then has to sign in again.
  @POST("/refresh", failures: [.invalidGrant, .accountDisabled])
  public var refresh: @Sendable (_ request: RefreshRequest) async throws -> TokenPair

  /// The caller's profile.
  @GET("/me", auth: .required, failures: [.accountGone])
  public var me: @Sendable () async throws -> AccountProfile

  /// Deletes the caller's account and all data that it owns. This can't be undone. Fails with
  /// `reauthentication_required` (403) if the session's sign-in is older than ten minutes; the user then has to
  /// sign in again first.
  @DELETE("/me", auth: .required, status: 204, failures: [.signInTooOld])
  public var deleteAccount: @Sendable () async throws -> Void

  /// Ends the caller's session, or other or all sessions of the caller. An expired access token is accepted here, but
  /// ends only its own session.
  @POST("/logout", auth: .required, changes: ["sessions"])
  public var logout: @Sendable (_ request: LogoutRequest?) async throws -> LogoutAnswer

  /// The caller's sessions, the most recently used one first: at most the first hundred, and the one of the request.
  @GET("/sessions", auth: .required)
  public var sessions: @Sendable () async throws -> [AccountSession]

  /// Ends one of the caller's sessions. Fails with `not_found` if there is none with this id.
  @DELETE("/sessions/{id}", auth: .required, status: 204, changes: ["sessions"])
  public var endSession: @Sendable (_ id: UUID) async throws -> Void

  /// The public keys for verifying access tokens. Empty if tokens are signed with a secret.
  @GET("/.well-known/jwks.json")
  public var keys: @Sendable () async throws -> PublicKeySet
}
