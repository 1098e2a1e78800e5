import Crypto
import Foundation
import Naru
import Support

/// The secret of a database. A server derives its other secrets from it.
///
/// It is random and never changes, so that rotating the ``MasterKey``, which encrypts it, invalidates nothing.
struct RootKey: Sendable, CustomStringConvertible, CustomReflectable {
  private let key: SymmetricKey

  init(_ key: SymmetricKey) {
    self.key = key
  }

  static func random() -> RootKey {
    RootKey(SymmetricKey(size: .bits256))
  }

  /// The key itself, for encrypting it.
  var bytes: Data { key.withUnsafeBytes { Data($0) } }

  /// Derives 32 bytes for one purpose.
  func derived(_ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("naru-identity:\(purpose)".utf8), outputByteCount: 32)
  }

  /// Derives a string of 43 characters from an input. The same input always returns the same string, so it need not be
  /// stored.
  func text(_ purpose: String, for input: String) -> String {
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

  var description: String { "<redacted>" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
