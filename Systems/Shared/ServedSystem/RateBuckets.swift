package import Foundation
import Naru

/// A bucket for each name, in the memory of this process.
package final class RateBuckets: Sendable {
  /// The maximum number of names.
  package static let nameLimit = 10_000

  private let limit: RateLimit
  private let now: @Sendable () -> Date
  private let buckets = Locked<[String: RateBucket]>([:])

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
      return buckets[name, default: RateBucket(full: limit, at: now)].take(limit, at: now)
    }
  }

  /// Removes the fullest quarter of the buckets. A full bucket need not be kept, and the emptiest are those of the
  /// callers that the limit is for, so a flood of names does not free them.
  private static func makeRoom(in buckets: inout [String: RateBucket], _ limit: RateLimit, at now: Date) {
    for name in buckets.keys { buckets[name]?.fill(limit, at: now) }
    let fullest = buckets.sorted { $0.value.tokens > $1.value.tokens }.prefix(nameLimit / 4)
    for (name, _) in fullest { buckets[name] = nil }
  }
}
