import HTTPTypes
import Hummingbird
import NIOCore

/// The network address of a caller.
enum NetworkAddress {
  /// Returns the caller's network address without the port.
  ///
  /// `X-Forwarded-For` is read from the right, as long as the entry to its right is a trusted proxy. Entries further to
  /// the left may be forged.
  static func caller(_ request: Request, _ context: some RequestContext, proxies: Set<String>) -> String {
    let connection = (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
    guard var caller = connection else { return "unknown" }
    guard !proxies.isEmpty else { return caller }
    var hops = request.headers[values: .forwardedFor].joined(separator: ",").split(separator: ",").map { hop in
      String(hop.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    while proxies.contains(caller), let hop = hops.popLast() { caller = String(hop.prefix(45)) }
    return caller
  }
}
