import Foundation
import GRDB
import Naru

/// The cached responses in a user's file. The least recently used ones are removed first.
final class ResponseStore: Sendable {
  private let database: OfflineDatabase
  private let recent: RecentResponses
  private let maxSize: Int
  private let maxAge: TimeInterval
  private let now: @Sendable () -> Date
  /// The size of all bodies in bytes, without those that other processes stored. `nil` before it is known.
  private let size = Locked<Int?>(nil)

  init(_ file: OfflineFile, _ options: OfflineOptions) {
    database = file.database
    recent = RecentResponses(of: file.url)
    maxSize = options.maxCacheSize
    maxAge = options.maxCacheAge / .seconds(1)
    now = options.now
  }

  /// Returns the response to a read. `nil` without a recent one.
  func response(_ key: String) throws -> CachedResponse? {
    let now = now()
    return try recent.response(key) { known in
      known.cachedAt > now - maxAge && isUseNoted(known.usedAt, now)
    } find: {
      try find(key, now)
    }
  }

  private func find(_ key: String, _ now: Date) throws -> CachedResponse? {
    let found = try database.read { db in
      let sql = "SELECT * FROM cachedResponse WHERE key = ? AND cachedAt > ?"
      return try CachedResponse.fetchOne(
        db.cachedStatement(sql: sql),
        arguments: [key, (now - maxAge).timeIntervalSince1970]
      )
    }
    if let found, !isUseNoted(found.usedAt, now) {
      _ = try update(key, [CachedResponse.Columns.usedAt.set(to: now.timeIntervalSince1970)])
    }
    return found
  }

  /// Returns the recent responses of an endpoint, the newest first.
  func responses(of endpoint: Endpoint) throws -> [CachedResponse] {
    let isRecent = CachedResponse.Columns.cachedAt > (now() - maxAge).timeIntervalSince1970
    let found = CachedResponse.filter(CachedResponse.Columns.endpoint == endpoint.id).filter(isRecent)
    return try database.read { try found.order(CachedResponse.Columns.cachedAt.desc).fetchAll($0) }
  }

  /// Whether it is noted well enough that a response is used now. Noting it is a write, so it happens once in ten minutes.
  private func isUseNoted(_ usedAt: Date, _ now: Date) -> Bool { abs(now.timeIntervalSince(usedAt)) <= 600 }

  /// Stores a response. A response that is larger than a quarter of the limit is not stored.
  func store(_ response: APIResponse, _ key: String, _ request: APIRequest, isStale: Bool) throws {
    guard response.body.count <= maxSize / 4 else { return try remove(key) }
    var record = CachedResponse(response, key, request, at: now())
    record.isStale = isStale
    try database.write { [record] db in
      try record.insert(db, onConflict: .replace)
      try makeRoom(response.body.count, db)
    }
  }

  /// Notes that the server has confirmed a response.
  func confirm(_ key: String, isStale: Bool) throws {
    let now = now().timeIntervalSince1970
    let columns = [CachedResponse.Columns.cachedAt, CachedResponse.Columns.usedAt]
    try update(key, columns.map { $0.set(to: now) } + [CachedResponse.Columns.isStale.set(to: isStale)])
  }

  private func update(_ key: String, _ changes: [ColumnAssignment]) throws {
    try database.write { db in _ = try CachedResponse.filter(key: key).updateAll(db, changes) }
  }

  /// Removes a response.
  func remove(_ key: String) throws {
    try database.write { db in _ = try CachedResponse.deleteOne(db, key: key) }
  }

  /// Marks the responses of some reads as changed. They are still returned if the server can't be reached.
  func invalidate(_ reads: [ChangedRead]) throws {
    guard !reads.isEmpty else { return }
    try database.write { try Self.invalidate(reads, $0) }
  }

  /// Marks all responses as changed.
  func invalidateAll() throws {
    try database.write { db in _ = try CachedResponse.updateAll(db, CachedResponse.Columns.isStale.set(to: true)) }
  }

  static func invalidate(_ reads: [ChangedRead], _ db: Database) throws {
    for changed in reads {
      let responses = CachedResponse.filter(CachedResponse.Columns.endpoint == changed.read.id)
        .filter(!CachedResponse.Columns.isStale)
      let known = try Row.fetchAll(db, responses.select(CachedResponse.Columns.key, CachedResponse.Columns.path))
      let keys = known.filter { changed.includes($0[CachedResponse.Columns.path]) }
        .map { $0[CachedResponse.Columns.key] as String }
      try CachedResponse.filter(keys: keys).updateAll(db, CachedResponse.Columns.isStale.set(to: true))
    }
  }

  private func makeRoom(_ added: Int, _ db: Database) throws {
    let known = size.withLock { $0.map { $0 + added } }
    if let known, known <= maxSize {
      size.withLock { $0 = known }
      return
    }
    try CachedResponse.filter(CachedResponse.Columns.cachedAt <= (now() - maxAge).timeIntervalSince1970).deleteAll(db)
    let bodySize = length(CachedResponse.Columns.body)
    var size = try CachedResponse.select(sum(bodySize), as: Int?.self).fetchOne(db).flatMap(\.self) ?? 0
    while size > maxSize {
      // A tenth is freed at once, so that this is rare.
      let oldest = try CachedResponse.select(CachedResponse.Columns.key, bodySize.forKey("size"))
        .order(CachedResponse.Columns.usedAt, Column.rowID).limit(100).asRequest(of: Row.self).fetchAll(db)
      for response in oldest where size > maxSize / 10 * 9 {
        try CachedResponse.deleteOne(db, key: response["key"] as String)
        size -= response["size"] as Int
      }
    }
    self.size.withLock { $0 = size }
  }
}
