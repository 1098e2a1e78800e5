/// A queue of actions that run at deadlines, with a single sleeping task for all of them. A removed action does not run.
///
/// One sleeping task for each deadline would stay in memory until its time even if it was cancelled, and nearly every call ends
/// long before its time limit.
package final class Deadlines: Sendable {
  private struct State {
    var pending: [Int: (time: Duration, action: @Sendable () -> Void)] = [:]
    var lastNumber = 0
    /// When the sleeping task wakes. `nil` if none sleeps.
    var waking: Duration?
    var sleeper: Task<Void, Never>?
  }

  /// The deadlines of the process.
  package static let shared = Deadlines(clock: ContinuousClock())

  private let state = Locked(State())
  private let clock: ErasedClock

  /// Creates an empty queue with a clock.
  package init(clock: some Clock<Duration>) {
    self.clock = ErasedClock(clock)
  }

  /// The number of pending actions.
  package var count: Int { state.withLock { $0.pending.count } }

  /// Adds an action, which runs once, on any thread.
  package func add(after limit: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let time = clock.elapsed + limit
    return state.withLock { state in
      state.lastNumber += 1
      state.pending[state.lastNumber] = (time, action)
      if state.waking.map({ time < $0 }) ?? true { wake(at: time, &state) }
      return state.lastNumber
    }
  }

  /// Removes an action.
  @discardableResult
  package func remove(_ number: Int) -> Bool {
    state.withLock { $0.pending.removeValue(forKey: number) != nil }
  }

  /// Makes the task sleep until a time. It wakes even if the deadline is removed, because cancelling it costs more.
  private func wake(at time: Duration, _ state: inout State) {
    state.sleeper?.cancel()
    state.waking = time
    // Detached, so that it does not hold the task-local values of the call that happens to be the first.
    state.sleeper = Task.detached { [self] in
      // If it is cancelled, another task sleeps in its place.
      if (try? await clock.sleep(for: time - clock.elapsed)) != nil { fire() }
    }
  }

  /// Runs the actions that are due, the earliest first.
  private func fire() {
    let due = state.withLock { state in
      let now = clock.elapsed
      let due = state.pending.filter { $0.value.time <= now }
      for number in due.keys { state.pending[number] = nil }
      state.waking = nil
      if let next = state.pending.values.map(\.time).min() { wake(at: next, &state) }
      return due.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map(\.value.action)
    }
    for action in due { action() }
  }
}
