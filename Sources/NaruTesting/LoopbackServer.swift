package import Foundation
package import Hummingbird
import Logging
import ServiceLifecycle

/// Serves a router on a free port of this machine while a body runs.
///
/// - Parameters:
///   - router: what answers.
///   - onEnd: called when the body is over, before the server stops.
///   - body: gets the server's address.
package func withServer<Context, Result: Sendable>(
  _ router: Router<Context>,
  onEnd: @escaping @Sendable () -> Void = {},
  _ body: @escaping @Sendable (URL) async throws -> Result
) async throws -> Result
where Context: InitializableFromSource<ApplicationRequestContextSource> {
  let silent = Logger(label: "naru.testing", factory: { _ in SwiftLogNoOpLogHandler() })
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  let application = Application(
    router: router,
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
    logger: silent
  )
  let services = ServiceGroup(services: [application], logger: silent)
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask {
      try await services.run()
      return nil
    }
    group.addTask {
      guard let port = await ports.first(where: { _ in true }), let url = URL(string: "http://127.0.0.1:\(port)")
      else { throw CancellationError() }
      // A graceful stop and not a cancelled task: NIO does not survive one while a connection is being accepted.
      defer {
        onEnd()
        Task { await services.triggerGracefulShutdown() }
      }
      return try await body(url)
    }
    var result: Result?
    while let next = try await group.next() { result = next ?? result }
    guard let result else { throw CancellationError() }
    return result
  }
}
