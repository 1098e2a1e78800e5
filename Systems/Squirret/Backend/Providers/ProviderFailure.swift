/// Why a sign-in failed on its way. The code is from a fixed list, and all that the app is told.
enum ProviderFailure: String, Error, Hashable {
  /// The person said no, or went away.
  case accessDenied = "access_denied"
  /// The provider wants to ask the person something, and was told not to.
  case interactionRequired = "interaction_required"
  /// The provider could not be reached in time, or has a problem that passes.
  case providerUnavailable = "provider_unavailable"
  /// The provider refused, or what it said could not be understood.
  case providerError = "provider_error"
  /// Somebody else than the provider answered.
  case invalidIssuer = "invalid_issuer"
  /// The ID token is not one for this sign-in.
  case invalidIDToken = "invalid_id_token"
  /// The profile has no id, or could not be read.
  case invalidUserInfo = "invalid_user_info_response"
  /// The person took too long.
  case expired = "sign_in_expired"
  /// The person may not sign in here.
  case accountDisabled = "account_disabled"
  /// This server failed.
  case serverError = "server_error"

  /// What an error that came in the address means.
  init(returned error: String) {
    self =
      switch error {
      // Apple has a word of its own.
      case "access_denied", "user_cancelled_authorize": .accessDenied
      case "consent_required", "interaction_required", "login_required", "account_selection_required":
        .interactionRequired
      case "temporarily_unavailable", "server_error": .providerUnavailable
      default: .providerError
      }
  }
}
