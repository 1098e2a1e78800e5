package import Foundation
package import Hummingbird
package import HummingbirdCore
package import Logging
package import NIOPosix
import ServiceLifecycle

/// A running server.
package struct RunningServer: Sendable {
  /// Its address.
  package let url: URL
  fileprivate let services: ServiceGroup

  /// Stops the server gracefully.
  package func stop() async {
    await services.triggerGracefulShutdown()
  }
}

/// Serves a router on a free port of this machine while a closure runs.
package func withServer<Context, Result: Sendable>(
  _ router: Router<Context>,
  server: HTTPServerBuilder = .http1(),
  gracePeriod: Duration? = nil,
  eventLoops: MultiThreadedEventLoopGroup = .singleton,
  log: Logger = Logger(label: "naru.test", factory: { _ in SwiftLogNoOpLogHandler() }),
  _ body: @escaping @Sendable (RunningServer) async throws -> Result
) async throws -> Result
where Context: InitializableFromSource<ApplicationRequestContextSource> {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let application = Application(
    router: router,
    server: server,
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
    eventLoopGroupProvider: .shared(eventLoops),
    logger: log
  )
  var configuration = ServiceGroupConfiguration(services: [application], logger: log)
  configuration.maximumGracefulShutdownDuration = gracePeriod
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
  // Also after an error, stop gracefully: NIO crashes if the task is cancelled while it accepts a connection.
  await services.triggerGracefulShutdown()
  // Requests that last longer than the grace period end it with an error.
  try? await running
  return try result.get()
}
