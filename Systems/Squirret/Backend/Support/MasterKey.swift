import Crypto
package import Foundation
import Naru
import Support

/// The key that encrypts a server's ``RootKey`` in its database. It is stored outside of the database.
///
/// Together with the database it allows signing in as anyone.
public struct MasterKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  /// Creates a key from at least 32 random bytes.
  package init(_ bytes: Data) throws {
    guard bytes.count >= 32 else {
      throw MessageError(
        LocalizedMessage(
          korean: "서버의 비밀 키가 너무 짧습니다(\(bytes.count)바이트). 무작위 32바이트 이상이어야 합니다.",
          english: "The server's secret key is too short (\(bytes.count) bytes). It needs at least 32 random bytes."
        )
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

  /// An identifier to display and to find the root key. It reveals nothing about the key.
  package var id: String {
    derived("id", byteCount: 12).withUnsafeBytes { Base64URL.encode(Data($0)) }
  }

  /// Encrypts a root key for storage.
  func seal(_ root: RootKey) throws -> Data {
    let box = try AES.GCM.seal(root.bytes, using: derived("root"))
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    return combined
  }

  /// Decrypts a root key. `nil` if it was encrypted with another master key.
  func open(_ sealed: Data) -> RootKey? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed), let bytes = try? AES.GCM.open(box, using: derived("root"))
    else { return nil }
    return RootKey(SymmetricKey(data: bytes))
  }

  private func derived(_ purpose: String, byteCount: Int = 32) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key,
      info: Data("naru-identity:master:\(purpose)".utf8),
      outputByteCount: byteCount
    )
  }

  /// `<redacted>`.
  public var description: String { "<redacted>" }
  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
