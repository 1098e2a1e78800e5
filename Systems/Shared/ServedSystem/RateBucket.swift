import Foundation

/// A token bucket.
struct RateBucket: Sendable {
  private(set) var tokens: Double
  private(set) var filledAt: Date

  init(tokens: Double, filledAt: Date) {
    self.tokens = tokens
    self.filledAt = filledAt
  }

  /// Creates a full bucket.
  init(full limit: RateLimit, at now: Date) {
    self.init(tokens: Double(limit.burst), filledAt: now)
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
    // Not exactly 1, so that a caller who waited as long as told is not refused for a rounding error.
    guard tokens > 0.999_999 else { return max(1, Int(((1 - tokens) / Double(limit.perMinute) * 60).rounded(.up))) }
    tokens -= 1
    return nil
  }
}
