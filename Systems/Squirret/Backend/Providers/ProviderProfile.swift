import Naru

/// Whom a provider means, in the same form for all providers.
struct ProviderProfile: Sendable, Hashable {
  /// Who says so.
  var issuer: String
  /// The provider's own id of the person, which never changes.
  var subject: String
  var name: String?
  var email: String?
  var pictureURL: String?
  /// With what the sign-in can be revoked later.
  var refreshToken: Secret?
}
