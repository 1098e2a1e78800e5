public import Naru

/// A provider that users sign in with.
@Payload
public enum SignInProvider: String, Sendable, Hashable, CaseIterable {
  /// 카카오.
  case kakao = "KAKAO"
  /// 네이버.
  case naver = "NAVER"
  /// Google.
  case google = "GOOGLE"
  /// Apple.
  case apple = "APPLE"

  /// The display name: 카카오.
  public var name: LocalizedMessage {
    switch self {
    case .kakao: LocalizedMessage(korean: "카카오", english: "Kakao")
    case .naver: LocalizedMessage(korean: "네이버", english: "Naver")
    case .google: LocalizedMessage(korean: "구글", english: "Google")
    case .apple: "Apple"
    }
  }

  /// The name in paths, such as `/oauth2/authorization/kakao`.
  public var pathName: String { rawValue.lowercased() }

  /// Creates the provider with a name in paths. `nil` for any other string.
  public init?(pathName: some StringProtocol) {
    guard let provider = Self.allCases.first(where: { $0.pathName == pathName }) else { return nil }
    self = provider
  }
}
