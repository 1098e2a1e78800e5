public import DockDock
public import Foundation
import Naru
public import NaruOffline
import Support

extension ReadingRecords {
  /// Returns the records as a device knows them: the server's last response with the queued changes on top.
  ///
  /// A new record is queued and has a local ID until the server has responded. It can be changed and removed by this ID.
  ///
  /// - Parameters:
  ///   - offline: the offline store of the signed-in user.
  ///   - now: the clock.
  /// - Returns: the records.
  public static func offline(_ offline: Offline, now: @escaping @Sendable () -> Date = { Date() }) -> ReadingRecords {
    let live = offline.live(ReadingRecords.self)
    let known = Locked<[ReadingRecord.ID: ReadingRecord]>([:])
    @Sendable func shown(_ records: [ReadingRecord]) -> [ReadingRecord] {
      known.withLock { known in
        for record in records { known[record.id] = record }
      }
      return records
    }
    var records = live
    records.list = { readingBook, page, limit in
      let readingBook = try readingBook.map(offline.resolved)
      // An entry that the server does not have yet has only what waits.
      let isLocal = readingBook.flatMap(LocalID.init) != nil
      let found = try await isLocal ? CountedList([], total: 0) : live.list(readingBook, page, limit)
      var entries = found.elements
      for write in try offline.queuedWrites(rejected: false) {
        switch write.endpoint {
        case Endpoints.add:
          guard let new: NewReadingRecord = try write.body(), page ?? 1 == 1, let id = write.localID,
            readingBook == nil || new.readingBookID == readingBook
          else { continue }
          entries.insert(ReadingRecord(new, id: id, at: write.queuedAt), at: 0)
        case Endpoints.update:
          guard let id: ReadingRecord.ID = try write.argument("id"),
            let changes: ReadingRecordChanges = try write.body(),
            let index = entries.firstIndex(where: { $0.id == id })
          else { continue }
          entries[index].show(changes)
        case Endpoints.remove:
          guard let id: ReadingRecord.ID = try write.argument("id") else { continue }
          entries.removeAll { $0.id == id }
        default: continue
        }
      }
      return CountedList(shown(entries), total: found.total.map { $0 - found.count + entries.count })
    }
    records.add = { new in
      let id = LocalID()
      try require(new.pageNumber, "page_number", of: try await offline.cachedEntry(new.readingBookID)?.book)
      try await offline.write(ReadingRecords.self, creating: id) { try await $0.add(record: new) }
      return shown([ReadingRecord(new, id: id, at: now())])[0]
    }
    records.update = { id, changes in
      // A record that was never loaded can't be shown, so the server has to respond.
      guard var record = known.withLock({ $0[id] }) else { return try await live.update(id, changes) }
      let book = try await offline.cachedEntry(record.readingBookID)?.book
      try require(changes.pageNumber, "page_number", of: book)
      try await offline.write(ReadingRecords.self) { try await $0.update(id: id, changes: changes) }
      record.show(changes)
      return shown([record])[0]
    }
    records.remove = { id in
      try await offline.write(ReadingRecords.self) { try await $0.remove(id: id) }
    }
    return records
  }
}

extension ReadingRecord {
  /// Creates the record that the server will probably make.
  fileprivate init(_ new: NewReadingRecord, id: LocalID, at date: Date) {
    self.init(
      id: id.text,
      readingBookID: new.readingBookID,
      userID: "",
      content: new.content,
      pageNumber: new.pageNumber,
      recordType: new.recordType,
      createdAt: date,
      updatedAt: date
    )
  }

  /// Applies changes as the server probably will.
  fileprivate mutating func show(_ changes: ReadingRecordChanges) {
    content = changes.content ?? content
    pageNumber = changes.pageNumber ?? pageNumber
    recordType = changes.recordType ?? recordType
  }
}
