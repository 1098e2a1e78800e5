import HTTPTypes
import Hummingbird
import NIOCore

/// From where a caller comes.
enum NetworkAddress {
  /// The caller's network address, without the port.
  ///
  /// `X-Forwarded-For` is believed from the right, as long as it was written by a proxy that is trusted: what stands further to the
  /// left may be anything.
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

extension HTTPField.Name {
  fileprivate static var forwardedFor: HTTPField.Name {
    guard let name = HTTPField.Name("X-Forwarded-For") else { preconditionFailure("This is a name.") }
    return name
  }
}
