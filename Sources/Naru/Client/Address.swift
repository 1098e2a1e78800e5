import Foundation

/// The address of a server, as requests have it. It is a class, because each call refers to one.
final class Address: Sendable {
  let scheme: String?
  let authority: String?
  /// The path before the contracts' paths, without a slash at the end.
  let basePath: String
  /// The server that gets credentials.
  let origin: Origin?
  /// Whether it is the client's own server or a listed one. Others get neither credentials nor the app's release.
  let isKnown: Bool
  /// The server that calls go to.
  var server: Origin? { Origin(scheme: scheme, authority: authority) }
  /// The reason why nothing may be sent to the address.
  let problem: APIError?

  /// Creates the address of a URL, which gets credentials. Its query and fragment are ignored.
  init(_ url: URL, allowsInsecureHTTP: Bool, problem: APIError? = nil) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.percentEncodedPath ?? ""
    scheme = url.scheme
    authority = components?.authority
    basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
    origin = Origin(scheme: scheme, authority: authority)
    isKnown = true
    self.problem = problem ?? Origin.problem(with: origin, allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// Creates the address of a server that gets no credentials.
  init(_ host: Origin, withoutCredentialsOf origin: Origin?, allowsInsecureHTTP: Bool) {
    scheme = host.scheme
    authority = host.authority
    basePath = ""
    self.origin = origin
    isKnown = false
    problem = Origin.problem(with: host, allowsInsecureHTTP: allowsInsecureHTTP)
  }
}
