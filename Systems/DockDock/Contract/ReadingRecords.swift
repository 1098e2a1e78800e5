public import Naru

/// The notes, quotes and thoughts of the caller. Records of other users are not found.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct ReadingRecords: Sendable {
  /// Lists the caller's records of one shelf entry or of all, newest first. `limit` is 1…100 (default: 50).
  @GET(
    "/reading-records?reading_book_id={readingBook}",
    constraints: ["page": .range(1...2_147_483_647), "limit": .range(1...100)],
    failures: [.readingBookNotFound]
  )
  public var list:
    @Sendable (_ readingBook: ReadingBook.ID?, _ page: Paged<Int>?, _ limit: Int?) async throws
      -> CountedList<ReadingRecord>

  /// Adds a record. `READING_BOOK_NOT_FOUND` if the entry is not on the caller's shelf.
  @POST(
    "/reading-records",
    status: 201,
    changes: ["list"],
    failures: [.readingBookNotFound],
    idempotencyKey: true
  )
  public var add: @Sendable (_ record: NewReadingRecord) async throws -> ReadingRecord

  /// Changes a record.
  @PATCH("/reading-records/{id}", changes: ["list"])
  public var update: @Sendable (_ id: ReadingRecord.ID, _ changes: ReadingRecordChanges) async throws -> ReadingRecord

  /// Removes a record.
  @DELETE("/reading-records/{id}", changes: ["list"])
  public var remove: @Sendable (_ id: ReadingRecord.ID) async throws -> Void
}
