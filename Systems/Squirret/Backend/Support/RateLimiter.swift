import Foundation
import Naru

/// How often somebody may do something.
public struct RateLimit: Sendable, Hashable {
  /// How many at once.
  public var burst: Int
  /// How many a minute, on and on.
  public var perMinute: Double

  /// A limit.
  public init(burst: Int, perMinute: Double) {
    self.burst = burst
    self.perMinute = perMinute
  }
}

/// Counts who did how much (a bucket of tokens for each name). In this process only: two processes let twice as much pass.
final class RateLimiter: Sendable {
  /// How many names are kept in mind.
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

  /// Takes one. `nil` if that is all right, else for how long to wait.
  func take(_ name: String) -> Duration? {
    let (now, limit) = (now(), limit)
    return buckets.withLock { buckets in
      if buckets.count >= Self.nameLimit, buckets[name] == nil {
        // Who was not here for as long as it takes to fill a bucket starts with a full one anyway.
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
