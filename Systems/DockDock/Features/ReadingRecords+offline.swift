public import DockDock
import Naru
public import NaruOffline

extension ReadingRecords {
  /// Returns the records as a device knows them: the server's last response with the queued changes on top.
  ///
  /// A change is sent at once if possible. If not, it is queued in `offline`. A new record then has a local ID until the server has responded.
  /// It can be changed and removed by this ID.
  public static func offline(_ offline: Offline) -> ReadingRecords {
    var overlay = Overlay<[ReadingRecord]>(offline, cached: Endpoints.list)
    overlay.insert(Endpoints.add) { (new: NewReadingRecord, write) in
      ReadingRecord(
        id: write.localID?.text ?? "",
        readingBookID: new.readingBookID,
        userID: "",
        content: new.content,
        pageNumber: new.pageNumber,
        recordType: new.recordType,
        createdAt: write.queuedAt,
        updatedAt: write.queuedAt
      )
    }
    overlay.change(Endpoints.update) { (record: inout ReadingRecord, changes: ReadingRecordChanges, _) in
      record.content = changes.content ?? record.content
      record.pageNumber = changes.pageNumber ?? record.pageNumber
      record.recordType = changes.recordType ?? record.recordType
    }
    overlay.remove(Endpoints.remove)
    overlay.check(Endpoints.add) { _, write in
      guard let new: NewReadingRecord = try write.body() else { return }
      try require(new.pageNumber, "page_number", of: await offline.entry(new.readingBookID)?.book)
    }
    for endpoint in [Endpoints.update, Endpoints.remove] {
      overlay.check(endpoint) { records, write in
        let id: ReadingRecord.ID? = try write.argument("id")
        guard let record = records.first(where: { $0.id == id }) else { return }
        let page = try (write.body() as ReadingRecordChanges?)?.pageNumber
        try require(page, "page_number", of: await offline.entry(record.readingBookID)?.book)
      }
    }
    let live: ReadingRecords = overlay.live()
    var records = live
    records.list = { [overlay] entry, page, limit in
      try await offline.listed(of: entry, page: page, by: { $0.readingBookID }, under: overlay) {
        try await live.list($0, page, limit)
      }
    }
    return records
  }
}
