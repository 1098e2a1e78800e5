import Foundation
public import Hummingbird
import ServiceLifecycle
import UnixSignals

extension ApplicationProtocol {
  /// Runs the server until the process gets SIGINT (Ctrl-C) or SIGTERM, or the task is cancelled.
  ///
  /// A signal stops the server gracefully: it accepts no more connections and finishes the requests in progress. When the time is
  /// over, the tasks of the remaining ones are cancelled. Another SIGINT ends the process at once, with the status 130.
  ///
  /// - Parameter shutdownGracePeriod: the maximum time for the requests in progress; use the period of ``ServerLimits``.
  /// - Throws: the error of the server, such as one for a port that is in use.
  public func runUntilSignal(shutdownGracePeriod: Duration = ServerLimits().shutdownGracePeriod) async throws {
    // Hummingbird's own `runService` waits without a limit (as of 2.28).
    var configuration = ServiceGroupConfiguration(services: [self], logger: logger)
    configuration.maximumGracefulShutdownDuration = shutdownGracePeriod
    let group = ServiceGroup(configuration: configuration)
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        var isStopping = false
        for await signal in signals {
          if isStopping, signal == .sigint { _exit(128 + SIGINT) }
          isStopping = true
          await group.triggerGracefulShutdown()
        }
      }
      while try await tasks.next() != nil { tasks.cancelAll() }
    }
  }
}
