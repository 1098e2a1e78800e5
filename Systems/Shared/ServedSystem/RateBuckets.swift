package import Foundation
import Naru

/// A token bucket for each name, in the memory of this process.
package final class RateBuckets: Sendable {
  /// The maximum number of names.
  package static let nameLimit = 10_000

  private struct Bucket {
    var tokens: Double
    var filledAt: Date

    /// Adds the tokens of the time that passed.
    mutating func fill(_ limit: RateLimit, at now: Date) {
      let passed = max(0, now.timeIntervalSince(filledAt))
      tokens = min(Double(limit.burst), tokens + passed / 60 * Double(limit.perMinute))
      filledAt = now
    }
  }

  private let limit: RateLimit
  private let now: @Sendable () -> Date
  private let buckets = Locked<[String: Bucket]>([:])

  /// Creates full buckets.
  package init(_ limit: RateLimit, now: @escaping @Sendable () -> Date) {
    self.limit = limit
    self.now = now
  }

  /// The number of names.
  package var count: Int { buckets.withLock { $0.count } }

  /// Takes a token from a bucket. Returns `nil` if there was one, or else how many seconds to wait.
  package func take(_ name: String) -> Int? {
    let (now, limit) = (now(), limit)
    return buckets.withLock { buckets in
      if buckets.count >= Self.nameLimit, buckets[name] == nil { Self.makeRoom(in: &buckets, limit, at: now) }
      var bucket = buckets[name] ?? Bucket(tokens: Double(limit.burst), filledAt: now)
      bucket.fill(limit, at: now)
      defer { buckets[name] = bucket }
      let wait = Self.wait(tokens: bucket.tokens, limit)
      if wait == nil { bucket.tokens -= 1 }
      return wait
    }
  }

  /// Returns how many seconds to wait for a token. `nil` if there is one.
  static func wait(tokens: Double, _ limit: RateLimit) -> Int? {
    // Not exactly 1, so that a caller who waited as long as told is not refused for a rounding error.
    guard tokens <= 0.999_999 else { return nil }
    return max(1, Int(((1 - tokens) / Double(limit.perMinute) * 60).rounded(.up)))
  }

  /// Removes the fullest quarter of the buckets. A full bucket need not be kept, and the emptiest are those of the
  /// callers that the limit is for, so a flood of names does not free them.
  private static func makeRoom(in buckets: inout [String: Bucket], _ limit: RateLimit, at now: Date) {
    for name in buckets.keys { buckets[name]?.fill(limit, at: now) }
    let fullest = buckets.sorted { $0.value.tokens > $1.value.tokens }.prefix(nameLimit / 4)
    for (name, _) in fullest { buckets[name] = nil }
  }
}
