import Naru
public import NaruAuth
public import Squirret

/// Renews a session of Squirret: a refresh token for new tokens, once.
///
/// ```swift
/// let session = Session(store: store, refresher: SquirretRefresher(Accounts.live(client)))
/// ```
///
/// The client is one without ``Authentication`` of that session: a refresh needs no access token.
public struct SquirretRefresher: CredentialRefresher {
  private let accounts: Accounts

  /// Renews with a contract.
  public init(_ accounts: Accounts) {
    self.accounts = accounts
  }

  /// Exchanges the refresh token.
  ///
  /// - Throws: `CredentialRefused` where there is no refresh token; ``APIError`` with the server's sentence.
  public func refresh(_ credential: Credential) async throws -> Credential {
    guard let token = credential.refreshToken else { throw CredentialRefused() }
    return Credential(try await accounts.refresh(request: RefreshRequest(refreshToken: token)))
  }
}

extension Credential {
  /// The tokens that Squirret gives.
  public init(_ tokens: TokenPair) {
    self.init(
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      lifetime: .seconds(tokens.expiresIn)
    )
  }
}
