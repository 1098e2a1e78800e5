/// The paths that browsers and providers open. Each is followed by `/` and the provider's name.
enum BrowserPath {
  static let authorization = "/oauth2/authorization"
  static let callback = "/login/oauth2/code"
  static let notices = "/login/oauth2/notices"
}
