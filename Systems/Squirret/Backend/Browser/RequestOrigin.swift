import HTTPTypes
import Hummingbird
import NIOCore

/// The origin of a request, for the limits and the log.
///
/// It is bound to the task of each request, so that the implementation of an endpoint can limit its callers. A limit on
/// paths instead could be avoided with another spelling of the path.
struct RequestOrigin: Sendable {
  /// The origin of the request that this task handles. `nil` for a call in this process, which is not limited.
  @TaskLocal static var current: RequestOrigin?

  /// The factor for requests from this machine, where a developer experiments.
  static let loopbackFactor = 10

  private let connection: SocketAddress?
  private let headers: HTTPFields
  private let proxies: [NetworkRange]

  /// Creates the origin of a request.
  init(_ request: Request, _ context: some RequestContext, proxies: [NetworkRange]) {
    connection = (context as? any RemoteAddressRequestContext)?.remoteAddress
    headers = request.headers
    self.proxies = proxies
  }

  /// The caller's network address. `nil` if it is unknown.
  ///
  /// `X-Forwarded-For` is read from the right, as long as the entry to its right is a trusted proxy. Entries further to
  /// the left may be forged.
  var address: NetworkAddress? {
    guard var caller = connection?.ipAddress.flatMap({ NetworkAddress($0) }) else { return nil }
    guard !proxies.isEmpty else { return caller }
    var hops = headers[values: .forwardedFor].joined(separator: ",").split(separator: ",").map { hop in
      String(hop.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    while proxies.contains(where: { $0.contains(caller) }), let hop = hops.popLast() {
      guard let address = NetworkAddress(forwarded: hop) else { break }
      caller = address
    }
    return caller
  }
}

/// Binds the origin of each request to its task.
struct RequestOrigins<Context: RequestContext>: RouterMiddleware {
  let proxies: [NetworkRange]

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    try await RequestOrigin.$current.withValue(RequestOrigin(request, context, proxies: proxies)) {
      try await next(request, context)
    }
  }
}
