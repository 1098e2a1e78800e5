public import Naru

/// What the caller writes while reading. A record of somebody else is as one that does not exist.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct ReadingRecords: Sendable {
  /// The caller's records, newest first: of one entry of the shelf, or of all. Pages of `limit` (1…100, else 50), with the number
  /// of all.
  @GET("/reading-records?reading_book_id={readingBook}")
  public var list:
    @Sendable (_ readingBook: ReadingBook.ID?, _ page: Paged<Int>?, _ limit: Int?) async throws
      -> Counted<ReadingRecord>

  /// Writes something down. A book that is not on the caller's shelf is 404 `READING_BOOK_NOT_FOUND`.
  @POST("/reading-records", status: 201)
  public var add: @Sendable (_ record: NewReadingRecord) async throws -> ReadingRecord

  /// Changes a record.
  @PATCH("/reading-records/{id}")
  public var update: @Sendable (_ id: ReadingRecord.ID, _ changes: ReadingRecordChanges) async throws -> ReadingRecord

  /// Removes a record.
  @DELETE("/reading-records/{id}")
  public var remove: @Sendable (_ id: ReadingRecord.ID) async throws -> Void
}
