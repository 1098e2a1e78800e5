import Crypto
package import Foundation
import Naru
import Support

/// The secret of a server, which all of its other secrets are derived from. It is stored outside of the database.
///
/// Together with the database it allows signing in as anyone.
public struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// Creates a key from at least 32 random bytes.
  package init(_ bytes: Data) throws {
    guard bytes.count >= 32 else {
      throw MessageError(
        korean: """
          서버의 비밀 키가 너무 짧습니다(\(bytes.count)바이트). 무작위 32바이트 이상이어야 합니다. 데이터 폴더의 identity.key를 백업에서 \
          되돌리거나, 키를 바꿔 주세요(Systems/docs/operations.md).
          """,
        english: """
          The server's secret key is too short (\(bytes.count) bytes). It needs at least 32 random bytes. Restore identity.key in the \
          data folder from a backup, or replace the key, as Systems/docs/operations.md describes.
          """
      )
    }
    key = SymmetricKey(data: bytes)
  }

  /// Creates a random key.
  public static func random() -> MasterKey {
    MasterKey(key: SymmetricKey(size: .bits256))
  }

  private init(key: SymmetricKey) {
    self.key = key
  }

  /// An identifier to recognize the key. It reveals nothing about the key.
  var id: String {
    derived("id", byteCount: 12).withUnsafeBytes { Base64URL.encode(Data($0)) }
  }

  /// Derives a secret for one purpose, of 32 bytes by default.
  func derived(_ purpose: String, byteCount: Int = 32) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key,
      info: Data("naru-identity:\(purpose)".utf8),
      outputByteCount: byteCount
    )
  }

  /// Derives a string of 43 characters from an input. The same input always returns the same string, so it need not be
  /// stored.
  package func text(_ purpose: String, for input: String) -> String {
    Base64URL.encode(Data(HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: derived(purpose))))
  }

  /// Encrypts a string for storage. It can be decrypted only in the same context.
  func seal(_ text: String, context: String) throws -> Data {
    let box = try AES.GCM.seal(Data(text.utf8), using: derived("seal"), authenticating: Data(context.utf8))
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    return combined
  }

  /// Decrypts a string. `nil` if it was encrypted with another key or in another context.
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
