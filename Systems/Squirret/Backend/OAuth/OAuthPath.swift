/// The paths for other programs. `/oauth2/authorization` is in ``BrowserPath``.
enum OAuthPath {
  static let token = "/oauth2/token"
  static let revocation = "/oauth2/revoke"
  static let introspection = "/oauth2/introspect"
}
