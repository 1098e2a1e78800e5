import Naru
import Squirret

extension APIError {
  /// An invalid code or refresh token (RFC 6749, section 5.2): status 400, `invalid_grant`. The reason is not
  /// disclosed.
  static var invalidGrant: APIError {
    APIError(
      declared: .invalidGrant,
      LocalizedMessage(
        korean: "로그인이 만료되었습니다. 다시 로그인해 주세요.",
        english: "Your sign-in has expired. Please sign in again."
      )
    )
  }

  /// A sign-in that is too old for the requested operation: status 403, `reauthentication_required`. It is not a 401,
  /// because an app would then renew its token in vain.
  static func signInTooOld(minutes: Int) -> APIError {
    APIError(
      declared: .signInTooOld,
      LocalizedMessage(
        korean: "로그인한 지 \(minutes)분이 넘었습니다. 계정을 삭제하려면 다시 로그인해 주세요.",
        english: "You signed in more than \(minutes) minutes ago. To delete your account, sign in again first."
      )
    )
  }
}
