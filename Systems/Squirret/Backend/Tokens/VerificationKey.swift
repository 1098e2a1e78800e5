package import JWTKit

/// The claims of a token. The server validates them with its own clock, so JWTKit verifies only the signature.
package protocol TokenClaims: JWTPayload {}

extension TokenClaims {
  /// Does nothing.
  package func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// The audience of a token (RFC 7519, section 4.1.3): one name, or a list. JWTKit's own type crashes on an empty list.
struct Audience: Codable {
  let names: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
  }
}

/// A key for verifying signatures of one algorithm.
struct VerificationKey: Sendable {
  let id: String
  let algorithm: String
  /// A collection with only this key, because JWTKit would choose among several by the token's header.
  let keys: JWTKeyCollection

  /// Returns the payload of a token that was signed with this key. `nil` for any other token.
  func verify<Payload: JWTPayload>(_ token: TokenText, as type: Payload.Type) async -> Payload? {
    guard token.header.alg == algorithm, token.header.kid == id else { return nil }
    return try? await keys.verify(token.text, as: type)
  }
}
