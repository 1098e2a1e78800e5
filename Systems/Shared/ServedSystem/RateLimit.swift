import Foundation

/// A limit on the rate of an action.
package struct RateLimit: Sendable, Hashable {
  /// The number of actions at once.
  package var burst: Int
  /// The number of actions per minute in the long run.
  package var perMinute: Int

  /// Creates a limit.
  package init(burst: Int, perMinute: Int) {
    self.burst = burst
    self.perMinute = perMinute
  }

  /// Returns a limit on more actions.
  func multiplied(by factor: Int) -> RateLimit {
    RateLimit(burst: burst * factor, perMinute: perMinute * factor)
  }
}

/// A token bucket. As a row, it belongs to a name.
struct RateBucket: Codable, Sendable {
  private let name: String
  private(set) var tokens: Double
  private var filledAt: Date

  /// Creates a full bucket.
  init(_ name: String, full limit: RateLimit, at now: Date) {
    self.name = name
    tokens = Double(limit.burst)
    filledAt = now
  }

  /// Adds the tokens of the time that passed.
  mutating func fill(_ limit: RateLimit, at now: Date) {
    let passed = max(0, now.timeIntervalSince(filledAt))
    tokens = min(Double(limit.burst), tokens + passed / 60 * Double(limit.perMinute))
    filledAt = now
  }

  /// Fills the bucket and takes a token. Returns `nil` if there was one, or else how many seconds to wait.
  mutating func take(_ limit: RateLimit, at now: Date) -> Int? {
    fill(limit, at: now)
    // Not exactly 1, so that a caller who waited as long as told is not rejected for a rounding error.
    guard tokens > 0.999_999 else { return max(1, Int(((1 - tokens) / Double(limit.perMinute) * 60).rounded(.up))) }
    tokens -= 1
    return nil
  }
}
