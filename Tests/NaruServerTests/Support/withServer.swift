import Foundation
import Hummingbird
import Logging
import NIOPosix
import NaruServer
import ServiceLifecycle

/// A running server.
struct RunningServer: Sendable {
  let url: URL
  fileprivate let services: ServiceGroup

  /// Stops the server gracefully.
  func stop() async {
    await services.triggerGracefulShutdown()
  }

  /// Opens a connection.
  func connect(receiveBuffer: Int32? = nil) throws -> RawConnection {
    try RawConnection(url, receiveBuffer: receiveBuffer)
  }
}

/// Serves a router with limits on a free port of this machine while a closure runs.
func withServer<Result: Sendable>(
  _ router: Router<BasicRequestContext>,
  limits: ServerLimits = ServerLimits(),
  eventLoops: MultiThreadedEventLoopGroup = .singleton,
  log: Logger = Logger(label: "naru.test", factory: { _ in SwiftLogNoOpLogHandler() }),
  _ body: @escaping @Sendable (RunningServer) async throws -> Result
) async throws -> Result {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let application = Application(
    router: router,
    server: .limited(limits),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
    eventLoopGroupProvider: .shared(eventLoops),
    logger: log
  )
  var configuration = ServiceGroupConfiguration(services: [application], logger: log)
  configuration.maximumGracefulShutdownDuration = limits.shutdownGracePeriod
  let services = ServiceGroup(configuration: configuration)
  async let running: Void = services.run()
  guard let port = await ports.first(where: { _ in true }), let url = URL(string: "http://127.0.0.1:\(port)")
  else { throw CancellationError() }
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(try await body(RunningServer(url: url, services: services)))
  } catch {
    result = .failure(error)
  }
  await services.triggerGracefulShutdown()
  try await running
  return try result.get()
}
