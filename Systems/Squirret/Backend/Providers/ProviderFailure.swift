/// The reason why a sign-in failed. The app gets only the code.
enum ProviderFailure: String, Error, Hashable {
  /// The user rejected or cancelled.
  case accessDenied = "access_denied"
  /// The provider requires interaction with the user.
  case interactionRequired = "interaction_required"
  /// The provider could not be reached in time, or has a temporary problem.
  case providerUnavailable = "provider_unavailable"
  /// The provider rejected, or its response could not be parsed.
  case providerError = "provider_error"
  /// The response is from another issuer.
  case invalidIssuer = "invalid_issuer"
  /// The ID token is not valid for this sign-in.
  case invalidIDToken = "invalid_id_token"
  /// The profile has no id or could not be read.
  case invalidUserInfo = "invalid_user_info_response"
  /// The user took too long.
  case expired = "sign_in_expired"
  /// The user's account is disabled.
  case accountDisabled = "account_disabled"
  /// This server failed.
  case serverError = "server_error"

  /// Creates the failure for an error that the provider returned.
  init(returned error: String) {
    self =
      switch error {
      // Apple has its own code.
      case "access_denied", "user_cancelled_authorize": .accessDenied
      case "consent_required", "interaction_required", "login_required", "account_selection_required":
        .interactionRequired
      case "temporarily_unavailable", "server_error": .providerUnavailable
      default: .providerError
      }
  }
}
