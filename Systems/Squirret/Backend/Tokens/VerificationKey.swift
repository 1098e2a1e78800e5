import JWTKit

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
