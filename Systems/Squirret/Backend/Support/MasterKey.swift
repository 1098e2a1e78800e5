import Crypto
public import Foundation
import Naru

/// The one secret of a server, out of which all others are made: whoever has it can be anybody.
public struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// A key of at least 32 random bytes.
  ///
  /// - Throws: ``IdentityError`` for fewer.
  public init(_ bytes: Data) throws {
    guard bytes.count >= 32 else {
      throw IdentityError(
        Sentence(
          korean: "서버의 비밀 키가 너무 짧습니다(\(bytes.count)바이트). 무작위 32바이트 이상이어야 합니다.",
          english: "The server's secret key is too short (\(bytes.count) bytes); it needs 32 random ones or more."
        )
      )
    }
    key = SymmetricKey(data: bytes)
  }

  /// A new key.
  public static func random(_ randomness: Randomness = .system) throws -> MasterKey {
    try MasterKey(randomness.bytes(32))
  }

  /// 32 bytes for one purpose.
  func derived(_ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("naru-identity:\(purpose)".utf8), outputByteCount: 32)
  }

  /// A text of 43 characters that only this server can make, and always the same for the same input: what belongs to a token
  /// need not be stored.
  func text(_ purpose: String, for input: String) -> String {
    Base64URL.encode(Data(HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: derived(purpose))))
  }

  /// Encrypts a text that has to be stored. It can be read only in the same context.
  func seal(_ text: String, context: String) throws -> Data {
    let box = try AES.GCM.seal(Data(text.utf8), using: derived("seal"), authenticating: Data(context.utf8))
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    return combined
  }

  /// Decrypts. `nil` for what was sealed with another key or in another context.
  func open(_ sealed: Data, context: String) -> String? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let data = try? AES.GCM.open(box, using: derived("seal"), authenticating: Data(context.utf8))
    else { return nil }
    return String(bytes: data, encoding: .utf8)
  }

  /// `<redacted>`.
  public var description: String { "<redacted>" }
  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
