import Naru

/// Accepts what either of two accepts.
struct EitherAuthenticator: Authenticator {
  let first: any Authenticator
  let second: any Authenticator

  func user(for token: Secret) async throws -> Caller.User? {
    if let user = try await first.user(for: token) { return user }
    return try await second.user(for: token)
  }
}
