import Foundation
import GRDB
import HTTPTypes
import Naru

/// A write of several steps while it is changed. It is one row of the queue, which has one call after the other, so that it has one place in
/// the order, one state and one message.
struct SteppedWrite {
  /// How old a link is if its rejection is taken for its end.
  private static let linkAge = TimeInterval(30)

  private let store: WriteStore
  private let db: Database
  private let record: WriteRecord
  private var progress: WriteProgress
  private var steps: [StepRecord]

  /// `nil` if the write has one step.
  init?(_ record: WriteRecord, _ store: WriteStore, _ db: Database) throws {
    guard let progress = record.progress else { return nil }
    (self.store, self.db, self.record, self.progress) = (store, db, record, progress)
    steps = try StepRecord.filter(Column("writeID") == record.id).order(Column("position")).fetchAll(db)
  }

  /// Continues after the server has applied the present call.
  mutating func advance(_ result: ([String]) -> String?) throws {
    let (isUndoing, now) = (progress.isUndoing, store.now())
    try steps[progress.position].updateChanges(db) { step in
      step.appliedAt = isUndoing ? nil : now
      for index in step.results.indices where !isUndoing {
        step.results[index].value = result(step.results[index].path)
      }
    }
    if isUndoing || progress.isDiscarded {
      try undo()
    } else if steps[progress.position].results.contains(where: { $0.value == nil }) {
      try store.reject(record, WriteStore.noResult, nil, because: nil, db)
    } else if let next = steps.first(where: { $0.appliedAt == nil }) {
      try load(next)
    } else {
      try record.delete(db)
    }
  }

  /// Continues after the present call was rejected. Returns `false` if the write is rejected with it.
  mutating func resume(after message: LocalizedMessage, _ status: HTTPResponse.Status?) throws -> Bool {
    if progress.isUndoing {
      // What is gone is undone.
      guard [404, 410].contains(status?.code) else { return false }
      try advance { _ in nil }
      return true
    }
    if let maker = expiredLink {
      for index in [maker, progress.position] { try steps[index].updateChanges(db) { $0.reset() } }
      try load(steps[maker])
      return true
    }
    guard progress.isDiscarded || steps.contains(where: \.hasToBeUndone) else { return false }
    (progress.korean, progress.english, progress.status) = (message.korean, message.english, status?.code)
    try undo()
    return true
  }

  /// The step whose result is the present call's link, if the link may have expired and can be requested again: the request left nothing on the
  /// server, and no other step has used its result.
  private var expiredLink: Int? {
    let call = steps[progress.position].call
    guard store.endpoints[call.endpoint]?.followsLink ?? false, let link = call.linkedResult?.number,
      let index = steps.firstIndex(where: { $0.results.contains { $0.number == link } }),
      let madeAt = steps[index].appliedAt, steps[index].undo == nil
    else { return nil }
    let ids = Set(steps[index].results.map(\.number))
    let isUsed = steps.contains { $0.appliedAt != nil && !ids.isDisjoint(with: $0.call.neededIDs.map(\.number)) }
    // A new link that is rejected at once would be rejected again.
    let sentAt = record.claimedUntil.map { $0 - WriteStore.claim } ?? store.now()
    return isUsed || abs(sentAt.timeIntervalSince(madeAt)) < Self.linkAge ? nil : index
  }

  /// Ends the write because the user discards it. Returns `false` if it can be removed at once.
  mutating func discard() throws -> Bool {
    guard !record.isRejected else { return false }
    progress.isDiscarded = true
    if progress.isUndoing || record.sentAt != nil && steps[progress.position].undo != nil {
      // The server may have applied the present call, so its response decides.
      var record = record
      try record.updateChanges(db) { [progress] in $0.progress = progress }
      return true
    }
    guard steps.contains(where: \.hasToBeUndone) else { return false }
    try undo()
    return true
  }

  /// Undoes the last step that has to be undone. Without any, the write is as it was when it was queued, but rejected.
  private mutating func undo() throws {
    progress.isUndoing = true
    if let last = steps.last(where: \.hasToBeUndone) {
      try load(last)
    } else if progress.isDiscarded {
      try record.delete(db)
    } else {
      for index in steps.indices {
        try steps[index].updateChanges(db) { $0.reset() }
        if let number = steps[index].call.localNumber { try RealID.deleteOne(db, key: number) }
      }
      let message = LocalizedMessage(korean: progress.korean, english: progress.english)
      let status = progress.status.map { HTTPResponse.Status(code: $0) }
      progress = WriteProgress()
      try store.reject(load(steps[0]), message, status, because: nil, db)
    }
  }

  /// Gives the row the call of a step, or the call that undoes it.
  @discardableResult
  private func load(_ step: StepRecord) throws -> WriteRecord {
    var next = step.call
    if progress.isUndoing, let undo = step.undo {
      next = undo
    } else {
      let row = StepRecord.filter(key: ["writeID": record.id, "position": step.position])
      next.body = try row.select(Column("body"), as: Data.self).fetchOne(db) ?? Data()
    }
    (next.id, next.scope, next.queuedAt) = (record.id, record.scope, record.queuedAt)
    next.progress = progress
    next.progress?.position = step.position
    let values = steps.flatMap(\.results).reduce(into: [:]) { $0[$1.number] = $1.value }
    let followsLink = store.endpoints[next.endpoint]?.followsLink ?? false
    if followsLink, let id = next.linkedResult, let link = values[id.number] { next.target = link }
    try next.replaceLocalIDs { id in try values[id.number] ?? RealID.fetchOne(db, key: id.number)?.id }
    try next.update(db)
    return next
  }
}

extension WriteRecord {
  /// The result of an earlier step that is the address of the call, if its endpoint follows a link.
  var linkedResult: LocalID? { target.hasPrefix("/") ? LocalID(String(target.dropFirst())) : nil }
}
