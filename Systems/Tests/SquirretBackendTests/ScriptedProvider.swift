import CryptoExtras
import Foundation
import HTTPTypes
import Naru
import SquirretBackend
import Support

/// A provider with scripted answers that records its requests.
final class ScriptedProvider: Transport {
  typealias Answer = @Sendable (_ address: String, _ request: APIRequest) throws -> APIResponse

  private let answer: Locked<Answer>
  private let asked = Locked<[(address: String, body: String)]>([])

  init(_ answer: @escaping Answer) {
    self.answer = Locked(answer)
  }

  var requests: [(address: String, body: String)] { asked.withLock { $0 } }

  func set(_ answer: @escaping Answer) {
    self.answer.withLock { $0 = answer }
  }

  func send(_ request: APIRequest) async throws -> APIResponse {
    let address = "\(request.head.authority ?? "")\(request.head.path ?? "")"
    asked.withLock { $0.append((address, String(decoding: request.body, as: UTF8.self))) }
    return try answer.withLock { $0 }(address, request)
  }

  static func json(_ object: Any, status: Int = 200) -> APIResponse {
    let body = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return APIResponse(head: HTTPResponse(status: .init(code: status)), body: body)
  }
}

/// A provider's key for signing ID tokens in tests.
struct ProviderKey: Sendable {
  /// Shared, because making a key takes a while.
  static let shared = ProviderKey()
  static let other = ProviderKey(id: "other")

  let id: String
  let key: _RSA.Signing.PrivateKey

  init(id: String = "key-1") {
    self.id = id
    guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else {
      preconditionFailure("RSA is not available.")
    }
    self.key = key
  }

  var published: [String: String] {
    guard let numbers = try? key.publicKey.getKeyPrimitives() else { return [:] }
    return [
      "kty": "RSA", "kid": id, "use": "sig", "n": Base64URL.encode(numbers.modulus),
      "e": Base64URL.encode(numbers.publicExponent),
    ]
  }

  func sign(_ header: [String: Any], _ payload: [String: Any]) -> String {
    let parts = [header, payload].map { object in
      Base64URL.encode((try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)) ?? Data())
    }
    let text = parts.joined(separator: ".")
    let signature = (try? key.signature(for: Data(text.utf8), padding: .insecurePKCS1v1_5))?.rawRepresentation ?? Data()
    return "\(text).\(Base64URL.encode(signature))"
  }
}
