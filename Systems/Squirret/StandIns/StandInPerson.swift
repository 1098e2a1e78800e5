import Crypto
import Foundation
import Squirret
import SquirretBackend

/// A user at a stand-in, identified by the name.
struct StandInPerson: Hashable, Sendable {
  let name: String

  /// The users on the page.
  static let everybody = ["홍길동", "김나루", "이서연"].map { StandInPerson(name: $0) }

  /// Returns the user's id at a provider, in the provider's form.
  func subject(at provider: SignInProvider) -> String {
    let hash = Array(SHA256.hash(data: Data("\(provider.rawValue):\(name)".utf8)))
    let number = hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    return switch provider {
    // Too large for a `Double`, but not for an `Int64`.
    case .kakao: String(number >> 2 | 1 << 60)
    case .naver: Data(hash.prefix(32)).base64EncodedString()
    case .google: "1" + String(repeating: "0", count: 20 - String(number).count) + String(number)
    case .apple: "000123." + hash.prefix(16).map { String(format: "%02x", $0) }.joined() + ".0042"
    }
  }

  func email(at provider: SignInProvider) -> String {
    let hash = Array(SHA256.hash(data: Data(name.utf8))).prefix(4).map { String(format: "%02x", $0) }.joined()
    return "\(hash)@\(provider.pathName).example"
  }
}

/// A fault of a stand-in, chosen on its page.
enum StandInFault: String, CaseIterable, Sendable {
  case none
  case tokenRefused
  case serverDown
  case notJSON
  case brokenProfile
  case wrongNonce
  case expiredToken

  var title: String {
    switch self {
    case .none: "없음"
    case .tokenRefused: "토큰 요청 거절"
    case .serverDown: "서버 장애(503)"
    case .notJSON: "JSON이 아닌 응답"
    case .brokenProfile: "읽을 수 없는 프로필"
    case .wrongNonce: "nonce가 다른 ID 토큰"
    case .expiredToken: "만료된 ID 토큰"
    }
  }
}
