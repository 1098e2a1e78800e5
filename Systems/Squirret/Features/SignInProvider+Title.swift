public import Naru
public import Squirret

extension SignInProvider {
  /// The title of the button: 카카오로 로그인.
  public var buttonTitle: LocalizedMessage {
    LocalizedMessage(korean: "\(name.korean)로 로그인", english: "Sign in with \(name.english)")
  }
}
