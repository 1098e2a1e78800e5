import JWTKit

/// A key that checks signatures, with the one algorithm for which it may be used.
struct VerificationKey: Sendable {
  let id: String
  let algorithm: String
  /// This key and no other: JWTKit chooses among several by what the token says.
  let keys: JWTKeyCollection

  /// The payload of a token that was signed with this key. `nil` for any other.
  func verify<Payload: JWTPayload>(_ token: TokenText, as type: Payload.Type) async -> Payload? {
    guard token.header.alg == algorithm, token.header.kid == id else { return nil }
    return try? await keys.verify(token.text, as: type)
  }
}
