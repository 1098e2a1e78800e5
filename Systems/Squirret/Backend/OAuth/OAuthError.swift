import HTTPTypes

/// A refusal in the form of OAuth (RFC 6749, section 5.2).
struct OAuthError: Error, Hashable {
  let code: String
  /// The reason for the other program's developer, in printable ASCII without `"` and `\`.
  let description: String
  var status = HTTPResponse.Status.badRequest
  /// The `WWW-Authenticate` field of a 401.
  var challenge: String?
  /// The seconds to wait.
  var retryAfter: Int?

  static func invalidRequest(_ description: String) -> OAuthError {
    OAuthError(code: "invalid_request", description: description)
  }

  static let invalidGrant = OAuthError(
    code: "invalid_grant",
    description: "The code or token is unknown, expired, revoked or already used, or belongs to another sign-in."
  )

  static let unsupportedGrantType = OAuthError(
    code: "unsupported_grant_type",
    description: "The grant types are authorization_code and refresh_token."
  )

  static let invalidScope = OAuthError(code: "invalid_scope", description: "This server has no scopes.")

  static let invalidClient = OAuthError(
    code: "invalid_client",
    description: "The client is unknown or its credentials are wrong.",
    status: .unauthorized,
    challenge: "Basic realm=\"naru\", charset=\"UTF-8\""
  )

  static func tooMany(_ seconds: Int) -> OAuthError {
    // The code is that of the authorization response, because the token endpoint has none.
    OAuthError(
      code: "temporarily_unavailable",
      description: "There were too many requests from this network address.",
      status: .tooManyRequests,
      retryAfter: seconds
    )
  }

  static let serverError = OAuthError(
    code: "server_error",
    description: "Something went wrong on the server.",
    status: .internalServerError
  )
}
