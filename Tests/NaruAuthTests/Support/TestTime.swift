import Foundation
import Naru

/// A clock that stands still, except that who sleeps wakes at once and finds that it is later; and the date that a device shows,
/// which may be wrong.
final class TestTime: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// 1994-11-06 08:49:37 UTC.
  static let start = Date(timeIntervalSince1970: 784_111_777)

  private let state = Locked((now: Instant(), waits: [Duration](), skew: TimeInterval(0)))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  /// How long the sleeps were.
  var waits: [Duration] { state.withLock { $0.waits } }
  /// By how many seconds the device is ahead of the server.
  var skew: TimeInterval {
    get { state.withLock { $0.skew } }
    set { state.withLock { $0.skew = newValue } }
  }
  /// What time it is, really.
  var date: Date {
    let passed = now.offset.components
    return Self.start + TimeInterval(passed.seconds)
  }
  /// What time it is, as the device has it.
  var shown: Date { date + skew }
  /// The real time as a server writes it.
  var header: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }

  func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.waits.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    await Task.yield()
  }
}
