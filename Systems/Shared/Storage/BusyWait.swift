import Foundation
import Support

/// How long a process waits for the other processes that use its database: for their writes, such as an import, and for the locks that they
/// hold. A process that stands still may hold a lock for hours.
///
/// The writes of a process wait in a queue, one after the other, and so do the calls that want the same lock. If each waited for itself, the
/// tenth would wait ten times as long. So all of them wait for the same time: it begins with the first try, and when it is over, they fail
/// at once. It ends when one of them gets its turn.
package final class BusyWait: Sendable {
  private struct Wait {
    /// When the wait began, and when the last try of it was.
    let began: ContinuousClock.Instant
    var triedAt: ContinuousClock.Instant
  }

  private struct State {
    /// The current waits: the one for the database has no name, and those for locks have their names.
    var waits: [String: Wait] = [:]
    var limit: Duration
    var statementLimit: Duration?
    var onLongWait: (@Sendable () -> Void)?
  }

  /// The pause between two tries of ``waits(tries:for:)``.
  private static let pause: Duration = .milliseconds(10)
  /// A try so long after the last one begins another wait.
  private static let gap: Duration = .seconds(1)
  /// A wait that is longer is announced.
  private static let long: Duration = .seconds(1)

  private let state: Locked<State>

  /// Creates a wait. It calls a closure once, when someone has waited for a second.
  package init(limit: Duration = .seconds(30), onLongWait: (@Sendable () -> Void)? = nil) {
    state = Locked(State(limit: limit, onLongWait: onLongWait))
  }

  /// The longest wait.
  package var limit: Duration { state.withLock { $0.limit } }

  /// How long a server of a database may take for a statement. `nil` until this process serves: a migration or an import may take long.
  var statementLimit: Duration? { state.withLock { $0.statementLimit } }

  /// Limits the waits of a started server to 4 seconds, because a caller is blocked by each wait. Long waits are announced only before.
  package func beginServing(statementLimit: Duration = .seconds(8)) {
    state.withLock { state in
      (state.limit, state.statementLimit, state.onLongWait) = (.seconds(4), statementLimit, nil)
    }
  }

  /// Ends a wait, because someone got the turn. Whoever has to wait next begins another one.
  package func end(_ name: String = "") {
    state.withLock { state in
      if !state.waits.isEmpty { state.waits[name] = nil }
    }
  }

  /// Returns whether to try again.
  package func mayTryAgain(tries: Int, at now: ContinuousClock.Instant, for name: String = "") -> Bool {
    let (mayTry, announce) = state.withLock { state in
      var wait = state.waits[name] ?? Wait(began: now, triedAt: now)
      if tries == 0, now - wait.triedAt > Self.gap {
        wait = Wait(began: now, triedAt: now)
        // Of the locks that no one waits for any more.
        state.waits = state.waits.filter { now - $0.value.triedAt <= Self.gap }
      }
      wait.triedAt = now
      state.waits[name] = wait
      return (now - wait.began < state.limit, now - wait.began > Self.long ? state.onLongWait.take() : nil)
    }
    announce?()
    return mayTry
  }

  /// Waits for a moment, which blocks the thread, and returns whether to try again.
  func waits(tries: Int, for name: String = "") -> Bool {
    guard mayTryAgain(tries: tries, at: .now, for: name) else { return false }
    Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
    return true
  }
}

/// The error of a lock that another process has held for longer than ``BusyWait/limit``.
struct LockTimeout: Error, CustomStringConvertible {
  let limit: Duration

  var description: String { "another process has held a lock of the database for longer than \(limit)" }
}
