import Naru

/// A clock that stands still until a test moves it, while others sleep.
package final class HeldClock: Clock {
  package typealias Instant = TestClock.Instant

  private struct State {
    var now = Instant()
    var sleepers: [Int: (end: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var started = 0
  }

  private let state = Locked(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }
  /// The number of sleeps so far.
  package var started: Int { state.withLock { $0.started } }
  /// How long each sleep still takes.
  package var sleeps: [Duration] {
    state.withLock { state in state.sleepers.values.map { state.now.duration(to: $0.end) }.sorted() }
  }

  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.wake)
    }
    for wake in due { wake.resume() }
  }

  /// Sleeps until the clock was moved to a moment.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.started += 1
      return state.started
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let end: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[id] = (deadline, wake)
          return nil
        }
        if let end { wake.resume(with: end) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake.resume(throwing: CancellationError())
    }
  }
}
