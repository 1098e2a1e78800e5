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
    router.get("/health") { _, _ in Self.response(isFine: true) }
    router.get("/ready") { _, _ in Self.response(isFine: await isReady()) }
  }

  private static func response(isFine: Bool) -> Response {
    let body = isFine ? #"{"status":"ok"}"# : #"{"status":"unavailable"}"#
    return Response(
      status: isFine ? .ok : .serviceUnavailable,
      headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: body))
    )
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
