package import Naru

/// An authenticator for which the token is the name of the user. The token `bad` belongs to no one.
package struct TokenIsName: Authenticator {
  package init() {}

  package func user(for token: Secret) async throws -> Caller.User? {
    token.revealed == "bad" ? nil : TestServer.user(token.revealed)
  }
}
