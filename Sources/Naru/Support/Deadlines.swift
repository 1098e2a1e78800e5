/// What has to be done when a time is over, unless the wait ends before: one sleeping task for all of it.
///
/// A task that sleeps would be in memory until its time even if it was cancelled, and nearly every call ends long before its
/// time limit.
package final class Deadlines: Sendable {
  private struct State {
    var pending: [Int: (time: Duration, action: @Sendable () -> Void)] = [:]
    var lastNumber = 0
    /// When the sleeping task wakes. `nil` where none sleeps.
    var waking: Duration?
    var sleeper: Task<Void, Never>?
  }

  /// Those of the process.
  package static let shared = Deadlines(clock: ContinuousClock())

  private let state = Locked(State())
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Deadlines by a clock.
  package init(clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }

  /// How many deadlines there are to come.
  package var count: Int { state.withLock { $0.pending.count } }

  /// Does something after a time, once, on any thread.
  ///
  /// - Returns: the number by which it can be removed.
  package func add(after limit: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let time = now() + limit
    return state.withLock { state in
      state.lastNumber += 1
      state.pending[state.lastNumber] = (time, action)
      if state.waking.map({ time < $0 }) ?? true { wake(at: time, &state) }
      return state.lastNumber
    }
  }

  /// Makes sure that nothing more is done, and says whether nothing was.
  @discardableResult
  package func remove(_ number: Int) -> Bool {
    state.withLock { $0.pending.removeValue(forKey: number) != nil }
  }

  /// Lets the task sleep until a time. It wakes even if the deadline is removed, since to cancel it costs more.
  private func wake(at time: Duration, _ state: inout State) {
    state.sleeper?.cancel()
    state.waking = time
    // Detached, so that it keeps nothing of the call that is just the first.
    state.sleeper = Task.detached { [self] in
      do {
        try await sleep(time - now())
        fire()
      } catch {
        // Another one sleeps in its place.
      }
    }
  }

  /// Does what is due, the earliest first.
  private func fire() {
    let due = state.withLock { state in
      let now = now()
      let due = state.pending.filter { $0.value.time <= now }
      for number in due.keys { state.pending[number] = nil }
      state.waking = nil
      if let next = state.pending.values.map(\.time).min() { wake(at: next, &state) }
      return due.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map(\.value.action)
    }
    for action in due { action() }
  }
}
