package import Foundation
import Naru
package import Storage

/// A token bucket for each name of a kind.
///
/// Several processes on one PostgreSQL database count together. Those on one SQLite file count for themselves, so two of them allow
/// twice as much: each count would otherwise be a write to the disk.
package struct RateLimiter: Sendable {
  private let kind: String
  private let limit: RateLimit
  private let now: @Sendable () -> Date
  /// The database, if the buckets are in it.
  private let database: Database?
  private let buckets: RateBuckets

  /// Creates full buckets.
  package init(_ kind: String, _ limit: RateLimit, in database: Database, now: @escaping @Sendable () -> Date) {
    self.kind = kind
    self.limit = limit
    self.now = now
    self.database = database.dialect == .postgreSQL ? database : nil
    buckets = RateBuckets(limit, now: now)
  }

  /// Adds the migration that creates the table.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("server-3-rate-limits") { db in
      try db.script(
        """
        CREATE TABLE rate_bucket (name TEXT PRIMARY KEY NOT NULL, tokens REAL NOT NULL, filled_at INTEGER NOT NULL);
        CREATE INDEX rate_bucket_by_time ON rate_bucket (filled_at);
        """
      )
    }
  }

  /// Takes a token from a bucket.
  package func take(_ name: String) async throws -> Int? {
    guard let database else { return buckets.take(name) }
    let (key, limit, now) = ("\(kind) \(name)", limit, now())
    let timeToFill = Double(limit.burst) / Double(limit.perMinute) * 60
    let forgetsFull = Int.random(in: 0..<256) == 0
    return try await database.write { db in
      // A full bucket need not be kept.
      if forgetsFull { try db.run("DELETE FROM rate_bucket WHERE filled_at < \((now - timeToFill).milliseconds)") }
      let known = try db.first("SELECT tokens, filled_at FROM rate_bucket WHERE name = \(key)") {
        RateBucket(tokens: try $0["tokens"], filledAt: Date(milliseconds: try $0["filled_at"]))
      }
      var bucket = known ?? RateBucket(full: limit, at: now)
      let wait = bucket.take(limit, at: now)
      try db.run(
        """
        INSERT INTO rate_bucket (name, tokens, filled_at) VALUES (\(key), \(bucket.tokens), \(now.milliseconds))
        ON CONFLICT (name) DO UPDATE SET tokens = excluded.tokens, filled_at = excluded.filled_at
        """
      )
      return wait
    }
  }
}
