/// What few endpoints declare. A token is copied in each call, so all of it is behind one reference, which other endpoints don't have.
final class EndpointDetails: Sendable {
  /// The ways in which a caller proves its identity. `nil` for a bearer token.
  let security: [SecurityScheme]?
  /// The scopes that a caller needs.
  let scopes: [String]
  /// The server, if it is another one than the client's.
  let host: Origin?
  /// Whether redirects are followed.
  let followsRedirects: Bool

  /// Returns `nil` if there is nothing to keep.
  init?(security: [SecurityScheme], scopes: [String], host: Origin?, followsRedirects: Bool) {
    if security == [.bearer], scopes.isEmpty, host == nil, !followsRedirects { return nil }
    self.security = security == [.bearer] ? nil : security
    self.scopes = scopes
    self.host = host
    self.followsRedirects = followsRedirects
  }
}
