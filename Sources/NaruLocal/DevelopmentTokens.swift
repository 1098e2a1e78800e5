import Crypto
public import Foundation
import JWTKit
public import Naru

/// Signs and checks tokens for people who exist only on this machine, until there is a real sign-in.
///
/// A token is a JWT (HS256), valid for 30 days. The same name is always the same person. Whoever can read the key in the data
/// folder can be anybody, so a server that others can reach must not use this.
public struct DevelopmentTokens: Authenticator {
  private let keys: JWTKeyCollection
  private let now: @Sendable () -> Date

  /// Tokens signed with a key of at least 32 bytes.
  ///
  /// - Throws: ``LocalError`` for a shorter key.
  public init(key: Data, now: @escaping @Sendable () -> Date = { Date() }) async throws {
    guard key.count >= 32 else {
      throw LocalError(
        Sentence(
          korean: "토큰 서명 키가 너무 짧습니다(\(key.count)바이트). 32바이트 이상이어야 합니다.",
          english: "The key for signing tokens is too short (\(key.count) bytes); it needs 32 or more."
        )
      )
    }
    keys = await JWTKeyCollection().add(hmac: HMACKey(from: key), digestAlgorithm: .sha256)
    self.now = now
  }

  /// Tokens signed with the key of a data folder, which is made if it is not there.
  ///
  /// - Throws: ``LocalError`` if the key can't be read or written.
  public init(in folder: DataFolder, now: @escaping @Sendable () -> Date = { Date() }) async throws {
    try await self.init(key: folder.key(at: folder.tokenKey), now: now)
  }

  /// A token for the person with a name.
  ///
  /// - Throws: ``LocalError`` for a name that is blank or longer than 100 characters.
  public func token(for name: String) async throws -> Secret {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    guard !name.isEmpty, name.count <= 100 else {
      throw LocalError(
        Sentence(korean: "이름은 1자부터 100자까지여야 합니다.", english: "A name has 1 to 100 characters.")
      )
    }
    let now = now()
    return Secret(
      try await keys.sign(
        Claims(
          issuer: Self.issuer,
          subject: Self.userID(name).uuidString.lowercased(),
          name: name,
          issuedAt: Int(now.timeIntervalSince1970),
          expiresAt: Int(now.timeIntervalSince1970) + 30 * 24 * 60 * 60
        )
      )
    )
  }

  /// The person to whom a token was given; `nil` for a token that was not signed here, or has expired.
  public func user(for token: Secret) async throws -> Caller.User? {
    guard let claims = try? await keys.verify(token.revealed, as: Claims.self), claims.issuer == Self.issuer,
      claims.expiresAt > Int(now().timeIntervalSince1970), let id = UUID(uuidString: claims.subject)
    else { return nil }
    return Caller.User(id: id, name: claims.name)
  }

  private static let issuer = "naru-development"

  /// A UUID (version 8, RFC 9562) out of a name.
  private static func userID(_ name: String) -> UUID {
    var bytes = Array(SHA256.hash(data: Data("naru-development-user:\(name)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private struct Claims: JWTPayload {
    var issuer: String
    var subject: String
    var name: String
    var issuedAt: Int
    var expiresAt: Int

    private enum CodingKeys: String, CodingKey {
      case issuer = "iss"
      case subject = "sub"
      case name
      case issuedAt = "iat"
      case expiresAt = "exp"
    }

    // The times are compared with the clock that was given, where the token is used.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }
}
