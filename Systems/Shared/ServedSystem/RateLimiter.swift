package import Foundation
import Naru
package import Storage
import Support

/// A token bucket for each name of a kind.
///
/// Processes on a database for several machines count together. Those on one SQLite file count for themselves, so two of them allow
/// twice as much: each count would otherwise be a write to the disk.
package final class RateLimiter: Sendable {
  /// The maximum number of names in the memory of this process.
  package static let nameLimit = 10_000

  private let kind: String
  private let limit: RateLimit
  private let now: @Sendable () -> Date
  /// The database, if the buckets are in it.
  private let database: Database?
  private let buckets = Locked<[String: RateBucket]>([:])

  /// Creates full buckets.
  package init(_ kind: String, _ limit: RateLimit, in database: Database, now: @escaping @Sendable () -> Date) {
    self.kind = kind
    self.limit = limit
    self.now = now
    self.database = database.spansMachines ? database : nil
  }

  /// The table of the buckets.
  static let table: SQL = """
    CREATE TABLE rate_bucket (name TEXT PRIMARY KEY NOT NULL, tokens REAL NOT NULL, filled_at INTEGER NOT NULL);
    CREATE INDEX rate_bucket_by_time ON rate_bucket (filled_at);
    """

  /// The number of names in the memory of this process.
  package var count: Int { buckets.withLock { $0.count } }

  /// Counts an action, or throws the error of a call that must wait.
  package func check(_ name: String, times factor: Int = 1) async throws {
    guard let seconds = try await take(name, times: factor) else { return }
    throw APIError(.rateLimited, retryAfter: .seconds(seconds))
  }

  /// Takes a token from a bucket, whose limit is multiplied by a factor. Returns `nil` if there was one, or else how many seconds to wait.
  package func take(_ name: String, times factor: Int = 1) async throws -> Int? {
    let (key, limit, now) = ("\(kind) \(name)", limit.multiplied(by: factor), now())
    guard let database else {
      return buckets.withLock { buckets in
        if buckets.count >= Self.nameLimit, buckets[key] == nil { makeRoom(in: &buckets, at: now) }
        return buckets[key, default: RateBucket(key, full: limit, at: now)].take(limit, at: now)
      }
    }
    let timeToFill = Double(limit.burst) / Double(limit.perMinute) * 60
    let forgetsFull = Int.random(in: 0..<256) == 0
    return try await database.write { db in
      // A full bucket need not be stored.
      if forgetsFull { try db.run("DELETE FROM rate_bucket WHERE filled_at < \(now - timeToFill)") }
      let known = try db.first("SELECT * FROM rate_bucket WHERE name = \(key)", as: RateBucket.self)
      var bucket = known ?? RateBucket(key, full: limit, at: now)
      let wait = bucket.take(limit, at: now)
      try db.insert(bucket, into: "rate_bucket", replacing: "name")
      return wait
    }
  }

  /// Removes the fullest quarter of the buckets. A full bucket need not be stored, and the emptiest buckets belong to the
  /// callers that the limit is for, so a flood of names does not free them.
  private func makeRoom(in buckets: inout [String: RateBucket], at now: Date) {
    for name in buckets.keys { buckets[name]?.fill(limit, at: now) }
    let fullest = buckets.sorted { $0.value.tokens > $1.value.tokens }.prefix(Self.nameLimit / 4)
    for (name, _) in fullest { buckets[name] = nil }
  }
}
