public import Foundation
public import Naru

/// What kind of thing somebody wrote while reading.
@Payload
public enum RecordType: String, Sendable, CaseIterable {
  /// A note.
  case note
  /// A passage of the book.
  case quote
  /// A thought that the book gave.
  case thought
}

/// What somebody wrote while reading a book of their shelf.
@Payload(keys: .snakeCase, init: true)
public struct ReadingRecord: Sendable, Hashable, Identifiable {
  /// The record's id.
  public var id: String
  /// The entry of the shelf.
  public var readingBookID: ReadingBook.ID
  /// Whose record it is.
  public var userID: String
  /// The text, of 1 to 5,000 characters.
  public var content: String
  /// The page that it is about.
  public var pageNumber: Int?
  /// What kind of thing it is.
  public var recordType: RecordType
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date
}

/// Something to write down.
@Payload(keys: .snakeCase, init: true)
public struct NewReadingRecord: Sendable, Hashable {
  /// The entry of the shelf.
  public var readingBookID: ReadingBook.ID
  /// The text, of 1 to 5,000 characters.
  public var content: String
  /// The page that it is about, from 0 to the book's last.
  public var pageNumber: Int?
  /// What kind of thing it is.
  public var recordType: RecordType = RecordType.note
}

/// What shall change in a record. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct ReadingRecordChanges: Sendable, Hashable {
  /// The text, of 1 to 5,000 characters.
  public var content: String?
  /// The page that it is about, from 0 to the book's last.
  public var pageNumber: Int?
  /// What kind of thing it is.
  public var recordType: RecordType?
}
