import Foundation
import GRDB
import HTTPTypes
import Naru

/// A response that the server gave to a read.
struct StoredAnswer {
  let headers: HTTPFields
  let body: Data
  let entityTag: String?
  let cachedAt: Date
  let usedAt: Date
  /// Whether a write has changed it meanwhile.
  let isStale: Bool
  /// The value in the body, once it was decoded.
  let value = DecodedValue()
}

/// The responses of the server to reads, in a person's file. The least recently used ones go first.
final class AnswerStore: Sendable {
  private let database: OfflineDatabase
  private let recent: RecentAnswers
  private let sizeLimit: Int
  private let ageLimit: Duration
  private let now: @Sendable () -> Date
  /// The size of all bodies in bytes, without what other processes stored. `nil` before the first look.
  private let size = Locked<Int?>(nil)

  init(_ file: OfflineFile, sizeLimit: Int, ageLimit: Duration, now: @escaping @Sendable () -> Date) {
    database = file.database
    recent = RecentAnswers(of: file.url)
    self.sizeLimit = sizeLimit
    self.ageLimit = ageLimit
    self.now = now
  }

  /// Returns the response to a read. `nil` if there is none that is young enough.
  func answer(_ key: String) throws -> StoredAnswer? {
    let now = now()
    return try recent.answer(key) { known in
      let age = now.milliseconds - known.cachedAt.milliseconds
      return age < ageLimit.milliseconds && isUseNoted(known.usedAt, now)
    } find: {
      try find(key, now)
    }
  }

  private func find(_ key: String, _ now: Date) throws -> StoredAnswer? {
    let oldest = now.milliseconds - ageLimit.milliseconds
    let row = try database.read { db in
      try Row.fetchOne(
        try db.cachedStatement(
          sql: "SELECT headers, body, etag, seen_at, used_at, is_stale FROM answer WHERE key = ? AND seen_at > ?"
        ),
        arguments: [key, oldest]
      )
    }
    guard let row else { return nil }
    let usedAt = Date(milliseconds: row["used_at"])
    if !isUseNoted(usedAt, now) {
      try database.write {
        try $0.execute(sql: "UPDATE answer SET used_at = ? WHERE key = ?", arguments: [now.milliseconds, key])
      }
    }
    return StoredAnswer(
      headers: try JSONDecoder().decode(HTTPFields.self, from: Data((row["headers"] as String).utf8)),
      body: row["body"],
      entityTag: row["etag"],
      cachedAt: Date(milliseconds: row["seen_at"]),
      usedAt: usedAt,
      isStale: row["is_stale"]
    )
  }

  /// Whether it is noted well enough that a response is used now. That is a write, so it is made once in ten minutes.
  private func isUseNoted(_ usedAt: Date, _ now: Date) -> Bool { abs(now.timeIntervalSince(usedAt)) <= 600 }

  /// Stores a response. One that is larger than a quarter of the limit is not kept.
  func store(_ response: APIResponse, _ key: String, _ endpoint: Endpoint) throws {
    guard response.body.count <= sizeLimit / 4 else { return try remove(key) }
    let now = now().milliseconds
    let headers = String(decoding: try JSONEncoder().encode(response.head.headerFields.worthKeeping), as: UTF8.self)
    try database.write { db in
      try db.execute(
        sql: """
          INSERT INTO answer (key, endpoint, headers, body, etag, seen_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET
            headers = excluded.headers, body = excluded.body, etag = excluded.etag, seen_at = excluded.seen_at,
            used_at = excluded.used_at, is_stale = 0
          """,
        arguments: [key, endpoint.id, headers, response.body, response.head.headerFields[.eTag], now, now]
      )
      try makeRoom(response.body.count, db)
    }
  }

  /// Notes that a response is still what the server would say.
  func confirm(_ key: String) throws {
    let now = now().milliseconds
    try database.write { db in
      try db.execute(
        sql: "UPDATE answer SET seen_at = ?, used_at = ?, is_stale = 0 WHERE key = ?",
        arguments: [now, now, key]
      )
    }
  }

  /// Removes a response.
  func remove(_ key: String) throws {
    try database.write { try $0.execute(sql: "DELETE FROM answer WHERE key = ?", arguments: [key]) }
  }

  /// Marks all responses of some endpoints as changed. They stay, for when the server can't be asked.
  func invalidate(_ endpoints: [Endpoint]) throws {
    guard !endpoints.isEmpty else { return }
    try database.write { try Self.invalidate(endpoints, $0) }
  }

  static func invalidate(_ endpoints: [Endpoint], _ db: Database) throws {
    for endpoint in endpoints {
      try db.execute(sql: "UPDATE answer SET is_stale = 1 WHERE endpoint = ?", arguments: [endpoint.id])
    }
  }

  private func makeRoom(_ added: Int, _ db: Database) throws {
    let known = size.withLock { $0.map { $0 + added } }
    if let known, known <= sizeLimit {
      size.withLock { $0 = known }
      return
    }
    try db.execute(
      sql: "DELETE FROM answer WHERE seen_at <= ?",
      arguments: [now().milliseconds - ageLimit.milliseconds]
    )
    var size = try Int.fetchOne(db, sql: "SELECT coalesce(sum(length(body)), 0) FROM answer") ?? 0
    while size > sizeLimit {
      // A tenth is freed at once, so that this is rare.
      let old = try Row.fetchAll(
        db,
        sql: "SELECT key, length(body) AS size FROM answer ORDER BY used_at, rowid LIMIT 100"
      )
      for row in old where size > sizeLimit / 10 * 9 {
        try db.execute(sql: "DELETE FROM answer WHERE key = ?", arguments: [row["key"] as String])
        size -= row["size"] as Int
      }
    }
    self.size.withLock { $0 = size }
  }
}

extension HTTPFields {
  /// The fields that belong to the value. Cookies and the like are for the moment.
  fileprivate var worthKeeping: HTTPFields {
    var fields = self
    for name in [HTTPField.Name.setCookie, .date, .contentLength, .transferEncoding, .connection] { fields[name] = nil }
    return fields
  }
}
