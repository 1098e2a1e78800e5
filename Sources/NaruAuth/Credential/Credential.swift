public import Naru

/// What a server gave to a person who signed in: the token that goes with each call, and what a new one is got with.
///
/// Its description holds no token.
public struct Credential: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// What goes with each call.
  public let accessToken: Secret
  /// What a new access token is got with: a refresh token, or a cookie's value. `nil` where the server gave none: then
  /// ``Session`` keeps the one before.
  public let refreshToken: Secret?
  /// How long the access token is valid from the moment when it was received. `nil` where the server did not say: then it is
  /// renewed when the server refuses it, and not before.
  public let lifetime: Duration?

  /// A credential as it was received just now.
  public init(accessToken: Secret, refreshToken: Secret? = nil, lifetime: Duration? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.lifetime = lifetime
  }

  /// Which parts there are, and no token.
  public var description: String {
    let life = lifetime.map { "valid for \($0)" } ?? "valid for a time that is not known"
    return "Credential(\(life), \(refreshToken == nil ? "no refresh token" : "with a refresh token"))"
  }

  /// The same text.
  public var debugDescription: String { description }
}
