package import Foundation
import Naru

/// A clock that stands still. A sleep returns at once and moves the clock forward. It also knows the date, and the date that a
/// wrong clock of a device shows.
package final class TestClock: Clock {
  /// A moment of the clock.
  package struct Instant: InstantProtocol {
    /// The time since the clock was created.
    package var offset = Duration.zero

    package init() {}

    /// A later moment.
    package func advanced(by duration: Duration) -> Instant {
      var later = self
      later.offset += duration
      return later
    }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether a moment is before another one.
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var waits: [Duration] = []
    var skew: TimeInterval = 0
  }

  /// The date at which every clock starts: 1994-11-06 08:49:37 UTC.
  package static let start = Date(timeIntervalSince1970: 784_111_777)

  private let state = Locked(State())
  private let whileAsleep: @Sendable () async throws -> Void

  package init(whileAsleep: @escaping @Sendable () async throws -> Void = {}) {
    self.whileAsleep = whileAsleep
  }

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }
  /// The durations of all sleeps so far.
  package var waits: [Duration] { state.withLock { $0.waits } }

  package func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  /// Moves the clock to a moment.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { $0.waits.append($0.now.duration(to: deadline)) }
    try await whileAsleep()
    state.withLock { $0.now = max($0.now, deadline) }
    await Task.yield()
  }

  // MARK: Dates

  package var date: Date { Self.start + TimeInterval(now.offset.components.seconds) }
  /// By how many seconds the device's clock is fast.
  package var skew: TimeInterval {
    get { state.withLock { $0.skew } }
    set { state.withLock { $0.skew = newValue } }
  }
  /// The date that the device shows.
  package var shown: Date { date + skew }
  /// The date as an HTTP field, as a server sends it.
  package var header: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
