public import Naru
public import Squirret

extension SignInProvider {
  /// The display name: 카카오.
  public var name: LocalizedMessage {
    switch self {
    case .kakao: LocalizedMessage(korean: "카카오", english: "Kakao")
    case .naver: LocalizedMessage(korean: "네이버", english: "Naver")
    case .google: LocalizedMessage(korean: "구글", english: "Google")
    case .apple: "Apple"
    }
  }

  /// The title of the button: 카카오로 로그인.
  public var buttonTitle: LocalizedMessage {
    LocalizedMessage(korean: "\(name.korean)로 로그인", english: "Sign in with \(name.english)")
  }
}
