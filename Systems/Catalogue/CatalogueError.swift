import Foundation
public import NaruMessages

/// A failure of the catalogue; nothing was changed.
public struct CatalogueError: PresentableError, Equatable {
  /// The kind of failure.
  public enum Code: Sendable, Equatable, CaseIterable {
    /// The file does not exist or cannot be read.
    case unreadableFile
    /// The compressed file is truncated or damaged.
    case damagedFile
    /// The file has no header row.
    case noHeader
    /// The header row lacks required columns.
    case missingColumns
    /// The header row names a column twice.
    case duplicateColumn
    /// A row is not UTF-8.
    case invalidUTF8
    /// A quoted field is not closed.
    case unclosedQuote
    /// A row is longer than 1 MB.
    case rowTooLong
    /// A row has more than 1,000 fields.
    case tooManyFields
    /// A page or page size is out of range.
    case invalidPage
    /// The books shipped with this library are missing.
    case noSeed
  }

  /// The kind of failure.
  public let code: Code
  /// The line of the file, from 1; nil for a failure without a line.
  public let line: Int?
  /// The problem, its place and its remedy.
  public let localizedMessage: LocalizedMessage

  init(_ code: Code, line: Int? = nil, korean: String, english: String) {
    self.code = code
    self.line = line
    localizedMessage = LocalizedMessage(
      korean: line.map { "\($0)번째 줄: " + korean } ?? korean,
      english: line.map { "Line \($0): " + english } ?? english
    )
  }
}
