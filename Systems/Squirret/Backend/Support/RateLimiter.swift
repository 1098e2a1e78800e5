import Foundation
import Naru

/// A limit on the rate of an action.
package struct RateLimit: Sendable, Hashable {
  /// The number of actions at once.
  package var burst: Int
  /// The number of actions per minute in the long run.
  package var perMinute: Double

  /// Creates a limit.
  package init(burst: Int, perMinute: Double) {
    self.burst = burst
    self.perMinute = perMinute
  }
}

/// A token bucket for each name. It counts in this process only, so two processes allow twice as much.
final class RateLimiter: Sendable {
  /// The maximum number of names.
  private static let nameLimit = 10_000

  private struct Bucket {
    var tokens: Double
    var filledAt: Date
  }

  private let limit: RateLimit
  private let now: @Sendable () -> Date
  private let buckets = Locked<[String: Bucket]>([:])

  init(_ limit: RateLimit, now: @escaping @Sendable () -> Date) {
    self.limit = limit
    self.now = now
  }

  /// Takes a token from a bucket. Returns `nil` if there was one, or else how long to wait.
  func take(_ name: String) -> Duration? {
    let (now, limit) = (now(), limit)
    return buckets.withLock { buckets in
      if buckets.count >= Self.nameLimit, buckets[name] == nil {
        // Buckets that have been idle long enough are full, so they need not be kept.
        let idle = Double(limit.burst) / limit.perMinute * 60
        buckets = buckets.filter { now.timeIntervalSince($0.value.filledAt) < idle }
        if buckets.count >= Self.nameLimit { buckets.removeAll() }
      }
      var bucket = buckets[name] ?? Bucket(tokens: Double(limit.burst), filledAt: now)
      let passed = max(0, now.timeIntervalSince(bucket.filledAt))
      bucket.tokens = min(Double(limit.burst), bucket.tokens + passed / 60 * limit.perMinute)
      bucket.filledAt = now
      defer { buckets[name] = bucket }
      guard bucket.tokens >= 1 else {
        return .milliseconds(Int64(((1 - bucket.tokens) / limit.perMinute * 60_000).rounded(.up)))
      }
      bucket.tokens -= 1
      return nil
    }
  }
}
