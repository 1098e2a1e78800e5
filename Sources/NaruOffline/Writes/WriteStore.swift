import Foundation
import GRDB
import HTTPTypes
import Naru

/// The queued writes in a user's file.
struct WriteStore: Sendable {
  private typealias Columns = WriteRecord.Columns

  /// How long a process has a write for itself, unless it ends earlier.
  static let claim = TimeInterval(75)

  private let database: OfflineDatabase
  let endpoints: [String: Endpoint]
  let now: @Sendable () -> Date
  private let opener: OpenerLock

  init(_ file: OfflineFile, _ options: OfflineOptions) {
    database = file.database
    endpoints = Dictionary(options.endpoints.map { ($0.id, $0) }) { first, _ in first }
    now = options.now
    opener = OpenerLock(beside: file.url)
  }

  /// Ends the claims of this opener.
  func close() { opener.unlock() }

  // MARK: Adding

  /// Creates a write that is not in the file yet.
  func record(
    _ request: APIRequest,
    target: String,
    body: Data,
    scope: String?,
    creating localID: LocalID? = nil,
    idName: String? = nil
  ) throws -> WriteRecord {
    var record = WriteRecord(
      key: request.head.headerFields[.idempotencyKey] ?? UUID().uuidString,
      scope: scope ?? String(target.prefix { $0 != "?" }),
      endpoint: request.endpoint.id,
      method: request.head.method.rawValue,
      target: target,
      fields: "",
      body: body,
      localNumber: localID?.number,
      idName: localID == nil ? nil : idName,
      queuedAt: now()
    )
    if let user = request.user, user.isLasting { record.user = user.text }
    try record.setHeaders(request.head.headerFields)
    return record
  }

  /// Adds a write with its steps, if it has several. It is on disk when this returns.
  func add(_ record: WriteRecord, _ steps: [StepRecord] = []) throws -> QueuedWrite {
    try database.write { db in
      var record = record
      // The app may still use the local id of a resource that has a real one by now.
      try record.replaceLocalIDs { try RealID.fetchOne(db, key: $0.number)?.id }
      // The app may repeat a call with its key, such as after a restart.
      if let known = try WriteRecord.queued.filter(Columns.key == record.key).fetchOne(db),
        (known.endpoint, known.target, known.body) == (record.endpoint, record.target, record.body)
      {
        return write(known)
      }
      try record.insert(db)
      for (position, var step) in steps.enumerated() {
        (step.writeID, step.position) = (record.id ?? 0, position)
        try step.insert(db)
      }
      return write(record)
    }
  }

  func write(_ record: WriteRecord) -> QueuedWrite {
    var record = record
    if !isClaimed(record) { record.release() }
    return QueuedWrite(record: record, endpoints: endpoints)
  }

  /// Whether a process has a write for itself.
  private func isClaimed(_ record: WriteRecord) -> Bool {
    // A claim that lasts longer than the usual time was noted before the clock was set back.
    guard let end = record.claimedUntil, let owner = record.claimedBy, end > now(), end <= now() + Self.claim else {
      return false
    }
    return opener.isHeld(by: owner)
  }

  // MARK: Reading

  /// Returns the writes, the oldest first.
  func all(rejected: Bool?) throws -> [QueuedWrite] {
    let request = rejected.map { WriteRecord.filter(Columns.isRejected == $0) } ?? WriteRecord.all()
    return try database.read { try request.order(Columns.id).fetchAll($0) }.map(write)
  }

  func counts() throws -> (queued: Int, rejected: Int) {
    try database.read { db in
      (try WriteRecord.queued.fetchCount(db), try WriteRecord.filter(Columns.isRejected).fetchCount(db))
    }
  }

  /// The message of the most recent failure.
  func lastError() throws -> LocalizedMessage? {
    let failed = WriteRecord.filter(Columns.korean != nil).order(Columns.attempts.desc, Columns.id.desc)
    // Without the bodies, which may be pictures.
    let row = try database.read { try Row.fetchOne($0, failed.select(Columns.korean, Columns.english)) }
    return row.map { LocalizedMessage(korean: $0[0], english: $0[1] ?? $0[0]) }
  }

  /// The scopes with queued writes, in the order of their oldest writes.
  func scopes() throws -> [String] {
    let scopes = WriteRecord.queued.select(Columns.scope, as: String.self).group(Columns.scope).order(min(Columns.id))
    return try database.read { try scopes.fetchAll($0) }
  }

  /// The date of the next attempt to send a write. `nil` if no write is queued.
  func nextDate() throws -> Date? {
    let heads = WriteRecord.queued.select(min(Columns.id)).group(Columns.scope)
    // A write that needs a local id waits for another one.
    let due = WriteRecord.filter(heads.contains(Columns.id) && Columns.needs == "")
    let dates = due.select(Columns.nextAt, as: Double?.self)
    return try database.read { try dates.fetchAll($0) }.map { $0 ?? 0 }.min().map(Date.init(timeIntervalSince1970:))
  }

  /// Whether a write has to wait: for others of its scope, or because it uses a local id of a resource that may not exist yet.
  func isBlocked(_ record: WriteRecord) throws -> Bool {
    var record = record
    try record.replaceLocalIDs { _ in nil }
    guard record.needs.isEmpty else { return true }
    return try database.read { try !WriteRecord.queued.filter(Columns.scope == record.scope).isEmpty($0) }
  }

  /// Throws if a new write can't succeed after the queued ones: they remove its resource, or none creates a local id that it needs.
  func requirePossible(_ record: WriteRecord) throws {
    var record = record
    try record.replaceLocalIDs { try realID($0) }
    let queued = try all(rejected: false).map(\.record)
    if let id = record.neededIDs.first(where: { id in !queued.contains { $0.localID == id } }) {
      let message = LocalizedMessage(
        korean: "대기 중인 변경 중에 \(id.text) 항목을 만드는 것이 없습니다.",
        english: "No queued change creates \(id.text)."
      )
      throw APIError(.notFound, message)
    }
    // With a query or a body, it may delete other resources.
    let place = queued.lastIndex {
      $0.method == "DELETE" && $0.target == $0.path && $0.body.isEmpty && record.isWithin($0)
    }
    guard let place else { return }
    // A PUT may create it again, and so may a POST to the same path.
    let isCreated = (queued[place...] + [record]).contains { [deletion = queued[place]] in
      $0.method == "PUT" && $0.isWithin(deletion) || $0.method == "POST" && $0.path == deletion.path
    }
    guard !isCreated else { return }
    throw APIError.notFound([
      .korean: "대기 중인 변경이 먼저 삭제하므로 바꿀 수 없습니다.",
      .english: "A queued change deletes this first, so it can't be changed.",
    ])
  }

  func realID(_ id: LocalID) throws -> String? {
    try database.read { try RealID.fetchOne($0, key: id.number)?.id }
  }

  // MARK: Sending

  /// Claims the next write of a scope. `nil` if there is none, or if it can only be sent later or after a write of another scope. A write that
  /// can never be sent is returned as rejected.
  func claimNext(in scope: String) throws -> QueuedWrite? {
    let now = now()
    try opener.lock()
    return try database.write { db in
      let next = WriteRecord.queued.filter(Columns.scope == scope).order(Columns.id)
      guard var record = try next.fetchOne(db) else { return nil }
      // A pause that starts in the future was noted before the clock was set back.
      let isDue = (record.nextAt ?? now) <= now || (record.triedAt ?? now) > now
      guard isDue, record.claimedBy == opener.owner || !isClaimed(record) else { return nil }
      guard record.needs.isEmpty else {
        record.isRejected = try rejectUnlessCreated(record, db)
        return record.isRejected ? self.write(record) : nil
      }
      let write = write(record)
      try record.updateChanges(db) { record in
        (record.claimedUntil, record.claimedBy) = (now + Self.claim, opener.owner)
        record.attempts += 1
        record.sentAt = record.sentAt ?? now
      }
      return write
    }
  }

  /// A write with a local id waits for the creation. Without a queued creation, it can never be sent. Returns whether it was rejected.
  private func rejectUnlessCreated(_ record: WriteRecord, _ db: Database) throws -> Bool {
    for id in record.neededIDs {
      let creator = try WriteRecord.filter(Columns.localNumber == id.number).fetchOne(db)
      guard creator?.isRejected ?? true else { continue }
      try reject(record, Self.creationRejected, nil, because: creator?.id, db)
      return true
    }
    return false
  }

  private static let creationRejected = LocalizedMessage(
    korean: "먼저 보냈어야 할 변경이 거절되어 보내지 않았습니다.",
    english: "This was not sent, because a change that it needs was rejected."
  )

  /// Returns the row of a write. `nil` if it was removed, or if another process has continued it with another step.
  private func present(_ write: QueuedWrite, _ db: Database) throws -> WriteRecord? {
    let record = try WriteRecord.fetchOne(db, key: write.id)
    return record?.progress == nil || record?.key == write.key ? record : nil
  }

  private func update(_ write: QueuedWrite, _ change: (inout WriteRecord) throws -> Void) throws {
    try database.write { db in
      guard var record = try present(write, db) else { return }
      try record.updateChanges(db, modify: change)
    }
  }

  /// Removes a write that the server has applied, or continues it with the next step. The real id of the created resource replaces the local
  /// one. `result` returns a field of the response.
  func succeed(_ write: QueuedWrite, _ result: ([String]) -> String?, invalidating stale: [ChangedRead]) throws {
    try database.write { db in
      let isSingle = write.record.progress == nil
      let record = isSingle ? nil : try present(write, db)
      if let localID = write.localID, isSingle || record != nil {
        if let realID = write.record.idName.flatMap({ result([$0]) }) {
          try RealID(localNumber: localID.number, id: realID).insert(db, onConflict: .ignore)
          for var dependent in try dependents(of: localID, db) {
            try dependent.updateChanges(db) { try $0.replaceLocalIDs { $0 == localID ? realID : nil } }
          }
        } else {
          try rejectDependents(of: localID, Self.noResult, because: nil, db)
        }
      }
      if isSingle { try WriteRecord.deleteOne(db, key: write.id) }
      if let record, var steps = try SteppedWrite(record, self, db) { try steps.advance(result) }
      try ResponseStore.invalidate(stale, db)
    }
  }

  static let noResult = LocalizedMessage(
    korean: "서버의 응답에 필요한 값이 없어 보내지 못했습니다.",
    english:
      "This was not sent, because the server's response to an earlier change doesn't contain a value that it needs."
  )

  private func dependents(of id: LocalID, _ db: Database) throws -> [WriteRecord] {
    try WriteRecord.filter(Columns.needs.like("%\(id.number)%")).order(Columns.id).fetchAll(db)
  }

  /// Leaves a write for later. If the server has stated that this attempt was not applied, it does not count for the write's age.
  func delay(_ write: QueuedWrite, _ pause: Pause, _ error: APIError, isNotApplied: Bool) throws {
    try update(write) { record in
      (record.triedAt, record.nextAt) = (pause.start, pause.end)
      record.release()
      record.setError(error.localizedMessage, error.status)
      if isNotApplied { record.sentAt = write.record.sentAt }
    }
  }

  /// Ends the pauses of all writes.
  func endPauses() throws {
    try database.write { db in _ = try WriteRecord.queued.updateAll(db, Columns.nextAt.set(to: nil)) }
  }

  /// Gives a write back whose sending was cancelled.
  func release(_ write: QueuedWrite) throws {
    try update(write) { record in
      record.release()
      record.attempts -= 1
    }
  }

  // MARK: Rejected writes

  /// Rejects a write for good, and the writes that need the resource that it would have created.
  func reject(_ write: QueuedWrite, _ message: LocalizedMessage, _ status: HTTPResponse.Status?) throws {
    try database.write { db in
      guard let record = try present(write, db) else { return }
      try reject(record, message, status, because: nil, db)
    }
  }

  func reject(
    _ record: WriteRecord,
    _ message: LocalizedMessage,
    _ status: HTTPResponse.Status?,
    because other: Int64?,
    _ db: Database
  ) throws {
    if var steps = try SteppedWrite(record, self, db), try steps.resume(after: message, status) { return }
    var (record, message) = (record, message)
    if record.progress?.isUndoing ?? false {
      let korean = "앞 단계를 되돌리지 못했습니다. \(message.korean)"
      message = LocalizedMessage(korean: korean, english: "Earlier steps could not be undone. \(message.english)")
    }
    try record.updateChanges(db) { record in
      (record.isRejected, record.rejectedWith) = (true, other)
      record.release()
      record.setError(message, status)
    }
    if let localID = record.localID {
      try rejectDependents(of: localID, Self.creationRejected, because: record.id, db)
    }
  }

  private func rejectDependents(
    of id: LocalID,
    _ message: LocalizedMessage,
    because other: Int64?,
    _ db: Database
  ) throws {
    for dependent in try dependents(of: id, db) where !dependent.isRejected {
      try reject(dependent, message, nil, because: other, db)
    }
  }

  /// Queues a rejected write again, and the writes that were rejected with it. Returns whether there was one.
  func retry(_ id: QueuedWrite.ID) throws -> Bool {
    try database.write { db in
      guard let record = try WriteRecord.fetchOne(db, key: id), record.isRejected else { return false }
      try retry(record, db)
      return true
    }
  }

  private func retry(_ record: WriteRecord, _ db: Database) throws {
    var record = record
    try record.updateChanges(db) { record in
      // The user has read that the resource was changed meanwhile, and wants the write nevertheless.
      if record.status == 412 {
        var headers = try record.headers
        headers[.ifMatch] = nil
        try record.setHeaders(headers)
      }
      (record.isRejected, record.rejectedWith, record.nextAt, record.sentAt) = (false, nil, nil, nil)
      record.key = UUID().uuidString
    }
    for other in try WriteRecord.filter(Columns.rejectedWith == record.id).fetchAll(db) { try retry(other, db) }
  }

  /// Removes a write, and the writes that need the resource that it would have created. Returns whether there was one.
  func discard(_ id: QueuedWrite.ID) throws -> Bool {
    try database.write { try discard(id, $0) }
  }

  private func discard(_ id: QueuedWrite.ID?, _ db: Database) throws -> Bool {
    guard let record = try WriteRecord.fetchOne(db, key: id) else { return false }
    if var steps = try SteppedWrite(record, self, db), try steps.discard() { return true }
    try record.delete(db)
    if let localID = record.localID {
      for dependent in try dependents(of: localID, db) { _ = try discard(dependent.id, db) }
    }
    return true
  }
}

extension WriteRecord {
  fileprivate mutating func setError(_ message: LocalizedMessage, _ status: HTTPResponse.Status?) {
    (korean, english, self.status) = (message.korean, message.english, status?.code)
  }
}
