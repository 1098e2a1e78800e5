import Foundation
import GRDB
import Naru
import Support

/// How long a write waits while another process writes to the database, such as an import.
///
/// Writes of a process wait in a queue, and one after the other. If each waited for itself, the tenth would wait ten times as
/// long. So all of them wait for the same time: it begins with the first try, and when it is over, they fail at once. It ends when one
/// of them gets its turn.
package final class BusyWait: Sendable {
  private struct State {
    /// When the current wait began, and when the last try of it was.
    var began: ContinuousClock.Instant?
    var triedAt: ContinuousClock.Instant?
    var limit: Duration
  }

  /// The pause between two tries.
  private static let pause: Duration = .milliseconds(10)
  /// A try so long after the last one begins another wait.
  private static let gap: Duration = .seconds(1)

  private let state: Locked<State>

  /// Creates a wait.
  package init(limit: Duration = .seconds(30)) {
    state = Locked(State(limit: limit))
  }

  /// The longest wait.
  package var limit: Duration {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// Ends the wait, because a write got its turn. The next write that has to wait begins another wait.
  package func end() {
    state.withLock { $0.triedAt = nil }
  }

  /// The mode of a connection that waits like this.
  var mode: GRDB.Database.BusyMode {
    .callback { tries in
      guard self.mayTryAgain(tries: tries, at: .now) else { return false }
      // SQLite calls this on the connection's own thread, which can only wait by sleeping.
      Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
      return true
    }
  }

  /// Returns whether to try again.
  package func mayTryAgain(tries: Int, at now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      if tries == 0, state.triedAt.map({ now - $0 > Self.gap }) ?? true { state.began = now }
      state.triedAt = now
      return now - (state.began ?? now) < state.limit
    }
  }
}
