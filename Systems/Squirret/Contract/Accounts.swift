public import Foundation
public import Naru

/// Who is signed in, and for how long. Signing in itself happens in a browser, which an app opens at
/// `/oauth2/authorization/{provider}`; see ``SignInProvider``.
@API("/api/auth", format: SquirretFormat.self, auth: .none)
public struct Accounts: Sendable {
  /// Exchanges the one-time code of a sign-in for tokens. `invalid_grant` for a code that is unknown, older than a minute, used
  /// before, or not the caller's.
  @POST("/token")
  public var token: @Sendable (_ exchange: CodeExchange) async throws -> TokenPair

  /// Exchanges a refresh token for new tokens; the old one ends with it. `invalid_grant` for one that is unknown, has expired,
  /// or whose session has ended: then only a new sign-in helps.
  @POST("/refresh")
  public var refresh: @Sendable (_ request: RefreshRequest) async throws -> TokenPair

  /// The caller.
  @GET("/me", auth: .required)
  public var me: @Sendable () async throws -> Account

  /// Deletes the caller's account and all that it owns. It can't be undone.
  @DELETE("/me", auth: .required, status: 204)
  public var deleteAccount: @Sendable () async throws -> Void

  /// Ends the caller's session, or all of the caller's sessions. An access token that has expired will do here.
  @POST("/logout", auth: .required)
  public var logout: @Sendable (_ request: LogoutRequest?) async throws -> LogoutAnswer

  /// The caller's sessions, the one that was used last first.
  @GET("/sessions", auth: .required)
  public var sessions: @Sendable () async throws -> [AccountSession]

  /// Ends one of the caller's sessions. `not_found` if there is none with this id.
  @DELETE("/sessions/{id}", auth: .required, status: 204)
  public var endSession: @Sendable (_ id: UUID) async throws -> Void

  /// The public keys with which others can check access tokens; none where tokens are signed with a secret.
  @GET("/.well-known/jwks.json")
  public var keys: @Sendable () async throws -> PublicKeySet
}
