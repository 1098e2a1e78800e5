public import Foundation

/// Why the catalogue could not do what it was asked to; nothing was changed.
public struct CatalogueError: Error, LocalizedError, Sendable, Equatable {
  /// What went wrong, to be matched in code.
  public enum Code: Sendable, Equatable, CaseIterable {
    /// The file does not exist or cannot be read.
    case unreadableFile
    /// The compressed file is cut off or damaged.
    case damagedFile
    /// The file has no header row.
    case noHeader
    /// The header row lacks columns that are required.
    case missingColumns
    /// The header row names a column twice.
    case duplicateColumn
    /// A text is not UTF-8.
    case invalidUTF8
    /// A quoted field is not closed.
    case unclosedQuote
    /// A row is longer than 1 MB.
    case rowTooLong
    /// A page or page size is out of range.
    case invalidPage
    /// The books shipped with this library are not where they should be.
    case noSeed
  }

  /// What went wrong, to be matched in code.
  public let code: Code
  /// The line of the file, from 1; nil when no line is to blame.
  public let line: Int?
  /// What, where and what to do, in Korean.
  public let korean: String
  /// What, where and what to do, in English.
  public let english: String

  init(_ code: Code, line: Int? = nil, korean: String, english: String) {
    self.code = code
    self.line = line
    self.korean = line.map { "\($0)번째 줄: " + korean } ?? korean
    self.english = line.map { "Line \($0): " + english } ?? english
  }

  /// The English sentence; ``korean`` is the other one.
  public var errorDescription: String? { english }
}
