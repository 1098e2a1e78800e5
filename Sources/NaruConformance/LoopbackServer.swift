import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// Serves a router on a free port of this machine while a closure runs.
func withServer<Context, Result: Sendable>(
  _ router: Router<Context>,
  onEnd: @escaping @Sendable () -> Void = {},
  _ body: @escaping @Sendable (URL) async throws -> Result
) async throws -> Result
where Context: InitializableFromSource<ApplicationRequestContextSource> {
  let silent = Logger(label: "naru.conformance", factory: { _ in SwiftLogNoOpLogHandler() })
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let application = Application(
    router: router,
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
    logger: silent
  )
  let services = ServiceGroup(services: [application], logger: silent)
  async let running: Void = services.run()
  guard let port = await ports.first(where: { _ in true }), let url = URL(string: "http://127.0.0.1:\(port)")
  else { throw CancellationError() }
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(try await body(url))
  } catch {
    result = .failure(error)
  }
  // Also after an error, stop gracefully instead of cancelling the task: NIO crashes if that happens while it accepts a connection.
  onEnd()
  await services.triggerGracefulShutdown()
  try await running
  return try result.get()
}
