import Naru

/// The host on which a server listens.
struct ServerHost {
  /// The host as in a URL: an IPv6 address is in brackets.
  let authority: String

  init(_ host: String) {
    authority = host.contains(":") ? "[\(host)]" : host
  }

  /// Whether only this machine can reach it.
  var isLocal: Bool { Origin(scheme: "http", authority: authority)?.isSecure == true }
}
