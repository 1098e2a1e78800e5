import Foundation

/// The address of a server, as requests have it.
struct Address: Sendable {
  let scheme: String?
  let authority: String?
  /// The path before those of contracts, without a slash at the end.
  let basePath: String
  /// The server that gets credentials.
  let origin: Origin?

  init(scheme: String?, authority: String?, basePath: String, origin: Origin?) {
    self.scheme = scheme
    self.authority = authority
    self.basePath = basePath
    self.origin = origin
  }

  /// Creates the address of a URL. Its query and fragment are ignored.
  init(_ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let scheme = url.scheme
    let authority = components?.percentEncodedHost.map { host in components?.port.map { "\(host):\($0)" } ?? host }
    let path = components?.percentEncodedPath ?? ""
    self.init(
      scheme: scheme,
      authority: authority,
      basePath: path.hasSuffix("/") ? String(path.dropLast()) : path,
      origin: Origin(scheme: scheme, authority: authority)
    )
  }
}
