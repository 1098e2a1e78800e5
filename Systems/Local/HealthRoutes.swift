import HTTPTypes
import Hummingbird
import Logging
import Naru
import ServedSystem
import Storage

/// The routes for load balancers and monitors: `/health` reports whether the process is alive, and `/ready` whether it can respond to
/// requests.
struct HealthRoutes: Sendable {
  let database: Database
  /// All migrations of this program.
  let migrations: Migrations
  let logger: Logger

  func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    add("/health", to: router) { true }
    add("/ready", to: router) { await isReady() }
  }

  private func add<Context: RequestContext>(
    _ path: RouterPath,
    to router: Router<Context>,
    isFine: @escaping @Sendable () async -> Bool
  ) {
    router.get(path) { _, _ in
      let isFine = await isFine()
      let body = isFine ? #"{"status":"ok"}"# : #"{"status":"unavailable"}"#
      return Response(
        status: isFine ? .ok : .serviceUnavailable,
        headers: [.contentType: "application/json", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: body))
      )
    }
  }

  /// Whether the database can be read and has the tables of this program, not another version's.
  private func isReady() async -> Bool {
    do {
      if try await database.isCurrent(migrations) { return true }
      logger.error("The server is not ready: another version of the program has migrated the database.")
    } catch {
      logger.error("The server is not ready.", metadata: ["cause": "\(MessageError.underlyingError(of: error))"])
    }
    return false
  }
}
