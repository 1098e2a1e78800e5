public import Foundation
public import Naru

/// The kind of a reading record.
@Payload
public enum RecordType: String, Sendable, CaseIterable {
  /// 메모.
  case note
  /// 인용: a passage from the book.
  case quote
  /// 생각: the reader's own thought.
  case thought

  /// The name to show: `메모`.
  public var title: LocalizedMessage {
    switch self {
    case .note: LocalizedMessage(korean: "메모", english: "Note")
    case .quote: LocalizedMessage(korean: "인용", english: "Quote")
    case .thought: LocalizedMessage(korean: "생각", english: "Thought")
    }
  }
}

/// A note, quote or thought that a user wrote while reading a book on their shelf.
@Payload(keys: .snakeCase, init: true)
public struct ReadingRecord: Sendable, Hashable, Identifiable {
  /// The record's id.
  public var id: String
  /// The id of the shelf entry.
  public var readingBookID: ReadingBook.ID
  /// The id of the author.
  public var userID: String
  /// The content, 1…5,000 characters.
  public var content: String
  /// The page it refers to.
  public var pageNumber: Int?
  /// The kind of record.
  public var recordType: RecordType
  /// When it was written.
  public var createdAt: Date
  /// When it was last changed.
  public var updatedAt: Date
}

/// A new reading record.
@Payload(keys: .snakeCase, init: true)
public struct NewReadingRecord: Sendable, Hashable {
  /// The id of the shelf entry.
  public var readingBookID: ReadingBook.ID
  /// The content, 1…5,000 characters.
  @Constraints(.length(1...5000)) public var content: String
  /// The page it refers to, from 0 to the book's page count.
  @Constraints(.range(0...2_147_483_647)) public var pageNumber: Int?
  /// The kind of record.
  public var recordType: RecordType = RecordType.note
}

/// The changes to a record. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct ReadingRecordChanges: Sendable, Hashable {
  /// The content, 1…5,000 characters.
  @Constraints(.length(1...5000)) public var content: String?
  /// The page it refers to, from 0 to the book's page count.
  @Constraints(.range(0...2_147_483_647)) public var pageNumber: Int?
  /// The kind of record.
  public var recordType: RecordType?
}
