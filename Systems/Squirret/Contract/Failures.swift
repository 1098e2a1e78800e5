package import Naru

extension Endpoint.Failure {
  /// The code or the refresh token is not valid.
  package static let invalidGrant = Self(400, "invalid_grant", "The code or the refresh token is not valid.")

  /// The account may not sign in.
  package static let accountDisabled = Self(403, "account_disabled", "The account may not sign in.")

  /// The sign-in is too old for this call.
  package static let signInTooOld = Self(
    403,
    "reauthentication_required",
    "The sign-in is too old. Sign in again first."
  )

  /// The account has been deleted.
  package static let accountGone = Self(404, nil, "The account does not exist any more.")
}

extension APIError {
  /// A disabled account: status 403, `account_disabled`.
  package static var accountDisabled: APIError {
    APIError(
      declared: .accountDisabled,
      LocalizedMessage(korean: "이용이 제한된 계정입니다.", english: "This account is not allowed to sign in.")
    )
  }
}
