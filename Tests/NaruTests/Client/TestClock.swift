import Naru

/// A clock that stands still, except that who sleeps wakes at once and finds that it is later.
final class TestClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Locked((now: Instant(), waits: [Duration]()))
  private let whileAsleep: @Sendable () async throws -> Void

  init(whileAsleep: @escaping @Sendable () async throws -> Void = {}) {
    self.whileAsleep = whileAsleep
  }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  /// How long the sleeps were.
  var waits: [Duration] { state.withLock { $0.waits } }

  func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { $0.waits.append($0.now.duration(to: deadline)) }
    try await whileAsleep()
    state.withLock { $0.now = max($0.now, deadline) }
  }
}
