public import Foundation
import HTTPTypes

extension ContractCall {
  /// Returns the URL of the call, such as to share it. ``init(_:relativeTo:)`` reads the same call from it.
  ///
  /// - Parameter base: the address that the path of the contract is added to: that of a server, of a site (`https://books.example`)
  ///   or a scheme of the app's own (`books://`). Its query and its fragment are ignored.
  /// - Returns: the URL. `nil` if the call is not a `GET`, if it has arguments in header fields, if they can't be sent, such as an
  ///   empty text in the path, or if `base` has a user name.
  public func url(relativeTo base: URL) -> URL? {
    let call = outgoing
    guard call.endpoint.method == .get, call.problem == nil, call.headers == call.endpoint.headers,
      let site = Site(base), let target = try? call.target(basePath: site.basePath)
    else { return nil }
    guard let link = call.link else { return URL(string: site.start + target) }
    // Of a link, only the path and the query belong to the site, so any server will do for one that is relative.
    return Origin("https://link.invalid").flatMap { $0.resolve(link.text, against: target) }
      .flatMap { URL(string: site.start + $0.target) }
  }

  /// Reads the call of a `GET` from its URL, as a server would: the most specific path counts, and values must be of their types and
  /// within the limits. Constant items of the query must be there; other unknown items, such as those of a campaign, and the
  /// fragment are ignored.
  ///
  /// Returns `nil` for the URL of another site, of no endpoint, and of one that needs an argument in a header field.
  ///
  /// - Parameters:
  ///   - url: the URL, for example that of `onOpenURL`.
  ///   - base: the address that comes before the path of the contract. Its scheme, host and port must be those of `url`.
  public init?(_ url: URL, relativeTo base: URL) {
    guard let site = Site(base), let other = Site(url), site.origin == other.origin, other.path.hasPrefix(site.basePath)
    else { return nil }
    let path = other.path.dropFirst(site.basePath.count)
    guard path.isEmpty || path.hasPrefix("/") else { return nil }
    let target = (path.isEmpty ? "/" : path) + (other.query.map { "?\($0)" } ?? "")
    guard let call = try? Self.get(String(target)), call.outgoing.problem == nil else { return nil }
    self = call
  }

  /// Reads the call of a `GET` from a path with a query.
  private static func get(_ target: String) throws -> Self? {
    let segments = target.splitTarget.path.pathSegments
    let matches = API.endpoints.filter { $0.method == .get }.compactMap { endpoint in
      endpoint.path.match(segments).map { (endpoint: endpoint, values: $0) }
    }
    guard let best = matches.min(by: { $0.endpoint.path.isMoreSpecific(than: $1.endpoint.path) }) else { return nil }
    return try reading(
      IncomingCall(
        endpoint: best.endpoint,
        head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: target),
        pathValues: best.values,
        content: { Blob(Data()) },
        options: ServingOptions()
      )
    )
  }
}

/// The parts of an address.
private struct Site {
  struct Origin: Equatable {
    var scheme: String
    var host: String
    var port: Int?
  }

  let origin: Origin
  /// The text before the path.
  let start: String
  /// The path, percent-encoded.
  let path: String
  let query: String?

  /// The path without a slash at its end.
  var basePath: String { path.hasSuffix("/") ? String(path.dropLast()) : path }

  /// Returns `nil` for an address without a scheme, and for one with a user name, because people misread it.
  init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
      parts.user == nil, parts.password == nil
    else { return nil }
    let port = parts.port == ["http": 80, "https": 443][scheme] ? nil : parts.port
    origin = Origin(scheme: scheme, host: parts.percentEncodedHost?.lowercased() ?? "", port: port)
    let hasAuthority = url.absoluteString.dropFirst(scheme.count).hasPrefix("://")
    start = scheme + (hasAuthority ? "://" : ":") + origin.host + (port.map { ":\($0)" } ?? "")
    path = parts.percentEncodedPath
    query = parts.percentEncodedQuery
  }
}
