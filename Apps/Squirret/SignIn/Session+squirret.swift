public import Foundation
import Naru
public import NaruAuth
public import Squirret

extension Session {
  /// Signs a person in at Squirret's page in a browser.
  ///
  /// ```swift
  /// try await session.signIn(at: server, with: .kakao, accounts: accounts, in: BrowserSignIn(browser))
  /// ```
  ///
  /// - Parameters:
  ///   - server: where the backend is.
  ///   - provider: with what the person signs in.
  ///   - accounts: the contract with which the code is exchanged.
  ///   - signIn: the browser.
  /// - Throws: `SignInError`, or ``APIError`` of the exchange. Nothing has changed then.
  public func signIn(
    at server: URL,
    with provider: SignInProvider,
    accounts: Accounts,
    in signIn: BrowserSignIn
  ) async throws {
    try await self.signIn {
      try await signIn(at: server.appending(path: "oauth2/authorization/\(provider.pathName)")) { grant in
        Credential(
          try await accounts.token(exchange: CodeExchange(code: grant.code, codeVerifier: grant.verifier))
        )
      }
    }
  }
}
