import HTTPTypes
public import Naru

/// The tokens that a server issued for a sign-in. Their description contains no token.
public struct Credential: Sendable, Hashable, CustomStringConvertible {
  /// The token that is sent with each call.
  public let accessToken: Secret
  /// The secret that renews the access token: a refresh token, or the value of a cookie. An empty one is `nil`. If a renewal returns `nil`,
  /// ``Session`` keeps the previous one.
  public let refreshToken: Secret?
  /// How long the access token is valid after it was received. If it is `nil`, the token is renewed only when the server rejects it.
  public let lifetime: Duration?
  /// The user's id, which tells an offline store at the next sign-in whether it is the same user. It is not needed if the access token is
  /// a JSON Web Token with a subject. Without either, every sign-in is another user's. If a renewal returns `nil`, ``Session`` keeps the
  /// previous one.
  public let user: String?

  /// Creates a credential that was just received.
  ///
  /// - Parameters:
  ///   - accessToken: the token that is sent with each call.
  ///   - refreshToken: the secret that renews the access token.
  ///   - lifetime: how long the access token is valid from now on.
  ///   - user: the user's id.
  public init(accessToken: Secret, refreshToken: Secret? = nil, lifetime: Duration? = nil, user: String? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken?.revealed.isEmpty ?? true ? nil : refreshToken
    self.lifetime = lifetime
    self.user = user
  }

  /// Returns the credential, unless its access token is empty.
  func checked() throws -> Credential {
    guard accessToken.revealed.isEmpty else { return self }
    let message = LocalizedMessage(
      korean: "서버가 빈 액세스 토큰을 보냈습니다. 잠시 후 다시 시도해 주세요.",
      english: "The server sent an empty access token. Try again in a moment."
    )
    throw APIError(.decodingFailed, message, status: .ok)
  }

  /// The lifetime and whether there is a refresh token. It contains no token.
  public var description: String {
    let life = lifetime.map { "valid for \($0)" } ?? "of unknown lifetime"
    return "Credential(\(life), \(refreshToken == nil ? "no refresh token" : "with a refresh token"))"
  }
}
