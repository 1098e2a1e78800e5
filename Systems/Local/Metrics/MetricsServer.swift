import HTTPTypes
import Hummingbird
import Logging
import Naru
import NaruServer
import ServedSystem
import ServiceLifecycle
import Storage

/// Serves metrics for Prometheus at `/metrics`, on a port of its own, so that a proxy doesn't pass them on.
struct MetricsServer: Service {
  /// Counts the requests of the server.
  let requests = RequestMetrics()
  private let process = ProcessMetrics()
  private let address: MetricsAddress
  private let database: Database
  private let logger: Logger

  /// Creates a server.
  init(at address: MetricsAddress, _ database: Database, _ logger: Logger) {
    self.address = address
    self.database = database
    self.logger = logger
  }

  func run() async throws {
    let (address, port) = (address, address.port)
    let application = Application(
      router: router(),
      server: .limited(ServerLimits(connections: 64)),
      configuration: ApplicationConfiguration(address: .hostname(address.host, port: port), serverName: "naru"),
      onServerRunning: { [logger] channel in
        let port = channel.localAddress?.port ?? port
        logger.notice("The metrics are at http://\(address.authority(port))/metrics.")
      },
      logger: logger
    )
    do {
      try await application.run()
    } catch {
      throw address.error(error)
    }
  }

  /// The routes.
  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: KnownHosts(address: address))
    for method in [HTTPRequest.Method.get, .head] {
      router.on("/metrics", method: method) { _, _ in
        let response = Response(
          status: .ok,
          headers: [.contentType: MetricsPage.mediaType, .cacheControl: "no-store"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: page.text))
        )
        return method == .head ? response.createHeadResponse() : response
      }
    }
    return router
  }

  private var page: MetricsPage {
    var page = MetricsPage()
    requests.write(to: &page)
    if let use = database.use {
      page.gauge(
        "db_client_connection_count",
        "Connections to the database.",
        [([("state", "idle")], use.idleConnections), ([("state", "used")], use.usedConnections)]
      )
      page.gauge("db_client_connection_max", "The largest number of connections.", use.maximumConnections)
      page.gauge("db_client_connection_pending_requests", "Transactions that wait for a connection.", use.waiting)
      page.counter("naru_database_conflicts_total", "Transactions that ran again after a conflict.", use.conflicts)
      page.counter(
        "naru_database_reconnections_total",
        "Transactions that ran again after a lost connection.",
        use.reconnections
      )
    }
    process.write(to: &page)
    return page
  }
}

/// Rejects requests to hosts other than the server's. A page in a browser must not read the metrics with a name of its own that points to
/// this server (DNS rebinding).
private struct KnownHosts: RouterMiddleware {
  let address: MetricsAddress

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: @concurrent (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard address.isKnown(request.head.authority) else {
      let message =
        "The metrics are served under IP addresses, localhost and the host in \(Setting.metrics.rawValue).\n"
      return Response(status: .misdirectedRequest, body: ResponseBody(byteBuffer: ByteBuffer(string: message)))
    }
    return try await next(request, context)
  }
}
