/// A clock without its type. Its instants are durations since it was created.
package struct ErasedClock: Sendable {
  private let readTime: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  /// Erases the type of a clock.
  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    readTime = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(for: $0) }
  }

  /// The time since this value was created.
  package var elapsed: Duration { readTime() }

  /// Sleeps for a duration.
  package func sleep(for duration: Duration) async throws {
    try await wait(duration)
  }
}
