import HTTPTypes
import Hummingbird

/// Who caused an audit event: the caller of a request, or an operator.
struct EventOrigin: Sendable {
  /// The origin of the events of this task. GRDB passes it on to the closure of a transaction.
  @TaskLocal static var current: EventOrigin?

  /// The network address.
  var address: String?
  /// The `User-Agent`, shortened, or the operator.
  var device: String?
}

/// Records the origin of each request for the audit log.
struct EventOriginMiddleware<Context: RequestContext>: RouterMiddleware {
  /// The trusted proxies.
  let proxies: Set<String>

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let origin = EventOrigin(
      address: NetworkAddress.caller(request, context, proxies: proxies),
      device: Identity.device(request.headers)
    )
    return try await EventOrigin.$current.withValue(origin) { try await next(request, context) }
  }
}
