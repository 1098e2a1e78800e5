import Crypto
import CryptoExtras
import Foundation
import Naru
import Support

// Naver's notice that a user withdrew consent is a form. It is signed with the client secret and contains the
// user's id encrypted with the same secret.

extension ProviderClient {
  /// The maximum age of Naver's notices in seconds. Naver does not repeat notices.
  private static var naverNoticeAge: Double { 600 }

  /// Authenticates a notice from Naver.
  func naverEvent(_ notice: ProviderNotice) async throws(ProviderFailure) -> ProviderEvent {
    guard let client = notice.fields["clientId"], client == clientID, let id = notice.fields["encryptUniqueId"],
      let timestamp = notice.fields["timestamp"], let time = Double(timestamp),
      abs(now().timeIntervalSince1970 - time) <= Self.naverNoticeAge, let signature = notice.fields["signature"],
      let secret = try? await secret.text(clientID: clientID, now: now())
    else { throw .providerError }
    // Naver's documentation requires MD5 and CBC. Neither reveals anything without the secret.
    let key = SymmetricKey(data: Insecure.MD5.hash(data: Data(secret.revealed.utf8)))
    let text = "clientId=\(client)&encryptUniqueId=\(id)&timestamp=\(timestamp)"
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    guard isEqualInConstantTime(Base64URL.encode(code), Self.unpadded(signature)),
      let sealed = Base64URL.decode(Self.unpadded(id)), sealed.count > 16,
      let iv = try? AES._CBC.IV(ivBytes: sealed.prefix(16)),
      let plain = try? AES._CBC.decrypt(sealed.dropFirst(16), using: key, iv: iv),
      let subject = String(bytes: plain, encoding: .utf8), !subject.isEmpty
    else { throw .providerError }
    return ProviderEvent(subject: subject, id: Base64URL.encode(code))
  }

  private static func unpadded(_ text: String) -> String {
    String(text.prefix { $0 != "=" })
  }
}
