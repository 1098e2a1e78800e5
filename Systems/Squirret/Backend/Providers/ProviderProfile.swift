import Naru

/// A user's profile from a provider, in the same form for all providers.
struct ProviderProfile: Sendable, Hashable {
  /// The issuer name of the provider.
  var issuer: String
  /// The provider's id of the user, which never changes.
  var subject: String
  var name: String?
  var email: String?
  var pictureURL: String?
  /// The provider's refresh token, for revoking consent later.
  var refreshToken: Secret?
}
