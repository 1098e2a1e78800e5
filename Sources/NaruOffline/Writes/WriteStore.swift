import Foundation
import GRDB
import HTTPTypes
import Naru

/// The queued writes in a person's file.
struct WriteStore: Sendable {
  /// What can be done for the next write of a scope.
  enum Next {
    /// It was taken, and is to be sent.
    case claimed(QueuedWrite)
    /// It can be sent later, or after a write of another scope.
    case wait
    /// There is none.
    case none
  }

  /// How long a process has a write for itself. If it is killed meanwhile, another one goes on after that.
  static let claim = Duration.seconds(75)

  private let database: OfflineDatabase
  private let endpoints: [String: Endpoint]
  private let now: @Sendable () -> Date
  /// The name of this opener of the file, for its claims.
  private let owner = UUID().uuidString

  init(_ file: OfflineFile, _ options: OfflineOptions) {
    database = file.database
    endpoints = Dictionary(options.endpoints.map { ($0.id, $0) }) { first, _ in first }
    now = options.now
  }

  // MARK: Adding

  /// Adds a write. It is on disk when this returns.
  func add(
    _ request: APIRequest,
    target: String,
    body: Data,
    scope: String?,
    creating localID: LocalID?,
    idName: String,
    wasSent: Bool
  ) throws -> QueuedWrite {
    let headers = String(decoding: try JSONEncoder().encode(request.head.headerFields), as: UTF8.self)
    let now = now().milliseconds
    return try database.write { db in
      var (target, body, scope) = (target, body, scope ?? Self.path(target))
      // The app may still use the local id of something that has a real one by now.
      let ids = LocalID.all(in: target + scope) + LocalID.all(in: String(data: body, encoding: .utf8) ?? "")
      var needs: [LocalID] = []
      for id in ids where id != localID && !needs.contains(id) {
        if let real = try Self.realID(id, db) {
          Self.replace(id, by: real, &target, &body, &scope)
        } else {
          needs.append(id)
        }
      }
      try db.execute(
        sql: """
          INSERT INTO queued_write
            (key, scope, endpoint, method, target, headers, body, local_id, id_name, needs, queued_at, sent_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          request.head.headerFields[.idempotencyKey] ?? UUID().uuidString, scope, request.endpoint.id,
          request.head.method.rawValue, target, headers, body,
          localID?.number, localID == nil ? nil : idName, Self.text(needs), now,
          wasSent ? now : 0,
        ]
      )
      return try write(db.lastInsertedRowID, db)
    }
  }

  private static func path(_ target: String) -> String { String(target.prefix { $0 != "?" }) }

  private static func text(_ ids: [LocalID]) -> String { ids.map { " \($0.number) " }.joined() }

  private static func replace(
    _ id: LocalID,
    by real: String,
    _ target: inout String,
    _ body: inout Data,
    _ scope: inout String
  ) {
    scope = id.replaced(in: scope, by: real)
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    target = id.replaced(in: target, by: real.addingPercentEncoding(withAllowedCharacters: allowed) ?? real)
    if let text = String(data: body, encoding: .utf8), text.contains("-\(id.number)") {
      // Quotes and the like, as in a JSON text.
      let json = (try? JSONEncoder().encode(real)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\(real)\""
      body = Data(id.replaced(in: text, by: String(json.dropFirst().dropLast())).utf8)
    }
  }

  // MARK: Reading

  private static let columns = """
    id, key, scope, endpoint, method, target, headers, body, local_id, id_name, needs, queued_at, attempts, next_at, \
    is_refused, status, korean, english, claimed_until, sent_at
    """

  /// Returns the writes, the oldest first.
  func all(refused: Bool?) throws -> [QueuedWrite] {
    let condition = refused.map { "WHERE is_refused = \($0 ? 1 : 0)" } ?? ""
    return try writes("\(condition) ORDER BY id")
  }

  /// Returns the newest writes, the oldest of them first.
  func newest(_ count: Int) throws -> [QueuedWrite] {
    try writes("ORDER BY id DESC LIMIT \(count)").reversed()
  }

  private func writes(_ selection: String) throws -> [QueuedWrite] {
    try database.read { db in
      var found: [QueuedWrite] = []
      // An array that grows leaves its smaller copies behind.
      found.reserveCapacity(
        try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT id FROM queued_write \(selection))") ?? 0
      )
      let rows = try Row.fetchCursor(db, sql: "SELECT \(Self.columns) FROM queued_write \(selection)")
      while let row = try rows.next() { found.append(write(row)) }
      return found
    }
  }

  /// Returns whether there is a write with a key.
  func hasKey(_ key: String) throws -> Bool {
    try database.read { db in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM queued_write WHERE key = ?)", arguments: [key]) ?? false
    }
  }

  func counts() throws -> (waiting: Int, refused: Int) {
    try database.read { db in
      let refused = try Int.fetchOne(db, sql: "SELECT count(*) FROM queued_write WHERE is_refused = 1") ?? 0
      let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM queued_write WHERE is_refused = 0") ?? 0
      return (waiting, refused)
    }
  }

  /// The sentence of the most recent failure.
  func lastError() throws -> LocalizedMessage? {
    try database.read { db in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT korean, english FROM queued_write WHERE korean IS NOT NULL ORDER BY attempts DESC, id DESC LIMIT 1"
      )
      return row.map { LocalizedMessage(korean: $0["korean"], english: $0["english"]) }
    }
  }

  /// The scopes in which something waits.
  func scopes() throws -> [String] {
    try database.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT scope FROM queued_write WHERE is_refused = 0 GROUP BY scope ORDER BY min(id)"
      )
    }
  }

  /// The date at which the next write may be sent. `nil` if nothing waits.
  func nextDate() throws -> Date? {
    try database.read { db in
      let next = try Int64.fetchOne(
        db,
        sql: """
          SELECT min(next_at) FROM queued_write WHERE id IN
            (SELECT min(id) FROM queued_write WHERE is_refused = 0 GROUP BY scope)
          """
      )
      return next.map { Date(milliseconds: $0) }
    }
  }

  /// Whether a write of the scope waits, by default of the path.
  func isWaiting(before target: String, in scope: String?) throws -> Bool {
    try database.read { db in
      try Bool.fetchOne(
        db,
        sql: "SELECT EXISTS (SELECT * FROM queued_write WHERE is_refused = 0 AND scope = ?)",
        arguments: [scope ?? Self.path(target)]
      ) ?? false
    }
  }

  func realID(_ id: LocalID) throws -> String? { try database.read { try Self.realID(id, $0) } }

  private static func realID(_ id: LocalID, _ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT real_id FROM real_id WHERE local_id = ?", arguments: [id.number])
  }

  private func write(_ id: Int64, _ db: Database) throws -> QueuedWrite {
    let row = try Row.fetchOne(db, sql: "SELECT \(Self.columns) FROM queued_write WHERE id = ?", arguments: [id])
    guard let row else { throw DatabaseError(resultCode: .SQLITE_NOTFOUND) }
    return write(row)
  }

  /// Reads a row of ``columns``, by their places: an app may load thousands of rows at its start.
  private func write(_ row: Row) -> QueuedWrite {
    let korean: String? = row[16]
    let error = korean.map { LocalizedMessage(korean: $0, english: row[17] ?? $0) }
    let (next, sent): (Int64, Int64) = (row[13], row[19])
    let needs: String = row[10]
    return QueuedWrite(
      id: row[0],
      endpointName: row[3],
      scope: row[2],
      key: row[1],
      localID: (row[8] as Int64?).flatMap(LocalID.init(number:)),
      queuedAt: Date(milliseconds: row[11]),
      attempts: row[12],
      state: row[14]
        ? .refused(error ?? APIError.Code.invalid.localizedMessage)
        : .waiting(notBefore: next == 0 ? nil : Date(milliseconds: next)),
      lastError: error,
      status: (row[15] as Int?).map { HTTPResponse.Status(code: $0) },
      endpoints: endpoints,
      method: row[4],
      target: row[5],
      fields: row[6],
      payload: row[7],
      idName: row[9],
      needs: needs.isEmpty ? [] : LocalID.list(needs),
      isSending: Self.isClaimed(until: row[18], at: now().milliseconds),
      sentAt: sent == 0 ? nil : Date(milliseconds: sent)
    )
  }

  // MARK: Sending

  /// Takes the next write of a scope.
  func claimNext(in scope: String) throws -> Next {
    let now = now().milliseconds
    return try database.write { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT \(Self.columns), tried_at, claimed_by FROM queued_write
          WHERE is_refused = 0 AND scope = ? ORDER BY id LIMIT 1
          """,
        arguments: [scope]
      )
      guard let row else { return .none }
      let next: Int64 = row["next_at"]
      let until: Int64 = row["claimed_until"]
      // A time of which the start is in the future was noted before the clock was set back.
      let isDue = next <= now || (row["tried_at"] as Int64) > now
      let isClaimed = Self.isClaimed(until: until, at: now) && (row["claimed_by"] as String?) != owner
      guard isDue, !isClaimed else { return .wait }
      let write = write(row)
      guard write.needs.isEmpty else { return try settleNeeds(of: write, db) }
      try db.execute(
        sql: """
          UPDATE queued_write SET claimed_until = ?, claimed_by = ?, attempts = attempts + 1,
            sent_at = CASE sent_at WHEN 0 THEN ? ELSE sent_at END
          WHERE id = ?
          """,
        arguments: [now + Self.claim.milliseconds, owner, now, write.id]
      )
      return .claimed(write)
    }
  }

  /// A claim that lasts longer than one does was made before the clock was set back.
  private static func isClaimed(until end: Int64, at now: Int64) -> Bool {
    end > now && end <= now + claim.milliseconds
  }

  /// A write whose local id is not replaced waits for its creation. Without one, it can never be sent.
  private func settleNeeds(of write: QueuedWrite, _ db: Database) throws -> Next {
    for id in write.needs {
      let isRejected = try Bool.fetchOne(
        db,
        sql: "SELECT is_refused FROM queued_write WHERE local_id = ?",
        arguments: [id.number]
      )
      guard isRejected != false else { continue }
      let creator = try Int64.fetchOne(
        db,
        sql: "SELECT id FROM queued_write WHERE local_id = ?",
        arguments: [id.number]
      )
      try refuse(write.id, Self.needsRefused, nil, because: creator, db)
      return .wait
    }
    return .wait
  }

  private static let needsRefused = LocalizedMessage(
    korean: "먼저 보냈어야 할 변경이 거절되어 보내지 않았습니다.",
    english: "This was not sent, because a change that it needs was refused."
  )

  /// Removes a write that the server has carried out. The real id of what it created takes the place of the local one.
  func succeed(_ write: QueuedWrite, realID: String?, invalidating stale: [Endpoint]) throws {
    try database.write { db in
      if let localID = write.localID {
        if let realID {
          try db.execute(
            sql: "INSERT INTO real_id (local_id, real_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            arguments: [localID.number, realID]
          )
          try replace(localID, by: realID, db)
        } else {
          try refuseDependents(of: localID, Self.noRealID, because: nil, db)
        }
      }
      try db.execute(sql: "DELETE FROM queued_write WHERE id = ?", arguments: [write.id])
      try AnswerStore.invalidate(stale, db)
    }
  }

  private static let noRealID = LocalizedMessage(
    korean: "서버가 새로 만든 것의 번호를 알려 주지 않아 보내지 못했습니다.",
    english: "This was not sent, because the server did not say the id of what was created."
  )

  private func replace(_ id: LocalID, by real: String, _ db: Database) throws {
    for dependent in try dependents(of: id, db) {
      var (target, body, scope) = (dependent.target, dependent.payload, dependent.scope)
      Self.replace(id, by: real, &target, &body, &scope)
      try db.execute(
        sql: "UPDATE queued_write SET target = ?, body = ?, scope = ?, needs = ? WHERE id = ?",
        arguments: [target, body, scope, Self.text(dependent.needs.filter { $0 != id }), dependent.id]
      )
    }
  }

  private func dependents(of id: LocalID, _ db: Database) throws -> [QueuedWrite] {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT \(Self.columns) FROM queued_write WHERE needs <> '' AND needs LIKE ? ORDER BY id",
      arguments: ["% \(id.number) %"]
    )
    return rows.map { write($0) }
  }

  /// Leaves a write for later. If the server has said that this attempt was not applied, it does not count for the write's age.
  func delay(_ write: QueuedWrite, _ pause: Pause, _ error: APIError, isNotApplied: Bool) throws {
    try database.write { db in
      try db.execute(
        sql: """
          UPDATE queued_write SET tried_at = ?, next_at = ?, claimed_until = 0, claimed_by = NULL, status = ?, korean = ?,
            english = ?
          WHERE id = ?
          """,
        arguments: [
          pause.start.milliseconds, pause.end.milliseconds, error.status?.code, error.localizedMessage.korean,
          error.localizedMessage.english, write.id,
        ]
      )
      if isNotApplied { try resetSentDate(of: write, db) }
    }
  }

  /// Sets the date back to what it was before the last attempt.
  private func resetSentDate(of write: QueuedWrite, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE queued_write SET sent_at = ? WHERE id = ?",
      arguments: [write.sentAt?.milliseconds ?? 0, write.id]
    )
  }

  /// Ends the waits of all writes.
  func forgetWaits() throws {
    try database.write { try $0.execute(sql: "UPDATE queued_write SET next_at = 0 WHERE is_refused = 0") }
  }

  /// Gives a write back that was not sent, or of which nobody waits for the answer.
  func release(_ write: QueuedWrite, wasSent: Bool) throws {
    try database.write { db in
      try db.execute(
        sql: "UPDATE queued_write SET claimed_until = 0, claimed_by = NULL, attempts = attempts - 1 WHERE id = ?",
        arguments: [write.id]
      )
      if !wasSent { try resetSentDate(of: write, db) }
    }
  }

  /// Refuses a write for good, and those that need what it would have created.
  func refuse(_ write: QueuedWrite, _ localizedMessage: LocalizedMessage, _ status: HTTPResponse.Status?) throws {
    try database.write { db in
      try refuse(write.id, localizedMessage, status, because: nil, db)
    }
  }

  private func refuse(
    _ id: Int64,
    _ localizedMessage: LocalizedMessage,
    _ status: HTTPResponse.Status?,
    because other: Int64?,
    _ db: Database
  ) throws {
    try db.execute(
      sql: """
        UPDATE queued_write SET is_refused = 1, refused_with = ?, claimed_until = 0, claimed_by = NULL, status = ?,
          korean = ?, english = ?
        WHERE id = ?
        """,
      arguments: [other, status?.code, localizedMessage.korean, localizedMessage.english, id]
    )
    if let local = try write(id, db).localID {
      try refuseDependents(of: local, Self.needsRefused, because: id, db)
    }
  }

  private func refuseDependents(
    of id: LocalID,
    _ localizedMessage: LocalizedMessage,
    because other: Int64?,
    _ db: Database
  ) throws {
    for dependent in try dependents(of: id, db) where !dependent.isRejected {
      try refuse(dependent.id, localizedMessage, nil, because: other, db)
    }
  }

  // MARK: Refused writes

  /// Lets a refused write wait again, and those that were refused with it. Returns whether there was one.
  ///
  /// A write that was refused because the thing had changed is sent without that condition: the person has read that, and wants it all
  /// the same.
  func retry(_ id: Int64) throws -> Bool {
    try database.write { db in
      let conditional = try Row.fetchOne(
        db,
        sql: "SELECT headers FROM queued_write WHERE id = ? AND is_refused = 1 AND status = 412",
        arguments: [id]
      )
      if let text = conditional?["headers"] as String? {
        var headers = try JSONDecoder().decode(HTTPFields.self, from: Data(text.utf8))
        headers[.ifMatch] = nil
        let new = String(decoding: try JSONEncoder().encode(headers), as: UTF8.self)
        try db.execute(sql: "UPDATE queued_write SET headers = ? WHERE id = ?", arguments: [new, id])
      }
      try db.execute(
        sql: """
          WITH RECURSIVE again (id) AS (
            SELECT id FROM queued_write WHERE id = ? AND is_refused = 1
            UNION SELECT queued_write.id FROM queued_write JOIN again ON refused_with = again.id
          )
          UPDATE queued_write SET is_refused = 0, refused_with = NULL, next_at = 0, sent_at = 0, key = lower(hex(randomblob(16)))
          WHERE id IN again
          """,
        arguments: [id]
      )
      return db.changesCount > 0
    }
  }

  /// Removes a write, and those that need what it would have created. Returns whether there was one.
  func discard(_ id: Int64) throws -> Bool {
    try database.write { try discard(id, $0) }
  }

  private func discard(_ id: Int64, _ db: Database) throws -> Bool {
    let number = try Row.fetchOne(db, sql: "SELECT local_id FROM queued_write WHERE id = ?", arguments: [id])
    guard let number else { return false }
    try db.execute(sql: "DELETE FROM queued_write WHERE id = ?", arguments: [id])
    if let local = (number["local_id"] as Int64?).flatMap(LocalID.init(number:)) {
      for dependent in try dependents(of: local, db) { _ = try discard(dependent.id, db) }
    }
    return true
  }

  /// Removes all writes.
  func discardAll() throws {
    try database.write { try $0.execute(sql: "DELETE FROM queued_write") }
  }
}
