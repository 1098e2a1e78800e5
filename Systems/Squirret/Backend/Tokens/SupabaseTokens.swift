package import Foundation
import JWTKit
package import Naru
import Support

/// An authenticator for access tokens issued by Supabase.
///
/// Such a token has no session on this server. It is valid until it expires and can't be revoked here.
package struct SupabaseTokens: Authenticator {
  /// The settings of a Supabase project.
  package struct Configuration: Sendable {
    /// The source of the verification key.
    package enum Key: Sendable {
      /// The project's JWT secret (HS256).
      case secret(Secret)
      /// The address of the project's public keys: `https://<project>.supabase.co/auth/v1/.well-known/jwks.json`.
      case address(String)
    }

    /// The source of the verification key.
    package var key: Key
    /// The issuer: `https://<project>.supabase.co/auth/v1`.
    package var issuer: String
    /// The audience.
    package var audience: String

    /// Creates settings.
    package init(key: Key, issuer: String, audience: String = "authenticated") {
      self.key = key
      self.issuer = issuer
      self.audience = audience
    }
  }

  private enum Source {
    case key(JWTKeyCollection)
    case keys(ProviderKeys)
  }

  private let configuration: Configuration
  private let source: Source
  private let now: @Sendable () -> Date

  /// Creates an authenticator for one project.
  package init(
    _ configuration: Configuration,
    transport: any Transport,
    now: @escaping @Sendable () -> Date
  ) async throws {
    self.configuration = configuration
    self.now = now
    switch configuration.key {
    case .secret(let secret):
      // JWTKit accepts a shorter secret in release builds.
      guard secret.revealed.utf8.count >= 32 else {
        throw MessageError(
          korean: "Supabase의 JWT 비밀 키는 32바이트 이상이어야 합니다.",
          english: "Supabase's JWT secret must have at least 32 bytes."
        )
      }
      source = .key(await JWTKeyCollection().add(hmac: HMACKey(from: secret.revealed), digestAlgorithm: .sha256))
    case .address(let address):
      source = .keys(
        ProviderKeys(address, algorithms: ["ES256", "RS256"], channel: BackChannel(transport: transport), now: now)
      )
    }
  }

  /// Returns the user of a valid token. `nil` for any other token.
  package func user(for token: Secret) async throws -> Caller.User? {
    guard let text = TokenText(token.revealed), text.header.typ == nil || text.header.typ == "jwt",
      let claims = try await claims(of: text), claims.iss == configuration.issuer,
      claims.aud.contains(configuration.audience)
    else { return nil }
    let time = now().timeIntervalSince1970
    let latest = time + Double(AccessTokens.leeway)
    guard claims.exp > time, (claims.iat ?? 0) <= latest, (claims.nbf ?? 0) <= latest else { return nil }
    return Caller.User(id: claims.sub, name: claims.name)
  }

  private func claims(of text: TokenText) async throws -> Claims? {
    switch source {
    case .key(let keys):
      guard text.header.alg == "HS256" else { return nil }
      return try? await keys.verify(text.text, as: Claims.self)
    case .keys(let keys):
      guard let kid = text.header.kid, let key = try await keys.key(kid) else { return nil }
      return await key.verify(text, as: Claims.self)
    }
  }

  private struct Claims: TokenClaims {
    var iss: String
    var aud: [String]
    var sub: UUID
    var exp: Double
    var iat: Double?
    var nbf: Double?
    var name: String?

    private enum Key: String, CodingKey { case iss, aud, sub, exp, iat, nbf, user_metadata, name, full_name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      iss = try container.decode(String.self, forKey: .iss)
      aud = try container.decode(Audience.self, forKey: .aud).names
      sub = try container.decode(UUID.self, forKey: .sub)
      exp = try container.decode(Double.self, forKey: .exp)
      iat = try container.decodeIfPresent(Double.self, forKey: .iat)
      nbf = try container.decodeIfPresent(Double.self, forKey: .nbf)
      let person = try? container.nestedContainer(keyedBy: Key.self, forKey: .user_metadata)
      name = (try? person?.decode(String.self, forKey: .name)) ?? (try? person?.decode(String.self, forKey: .full_name))
    }

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "These tokens are only read."))
    }
  }
}
