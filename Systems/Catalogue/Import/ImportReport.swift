public import NaruMessages

/// The progress of an import.
public struct ImportProgress: Sendable, Equatable {
  /// The bytes read so far, as stored, so compressed bytes of a compressed file.
  public var bytesRead: Int64
  /// The size of the file in bytes, as stored.
  public let totalBytes: Int64
  /// Rows read so far, without the header.
  public var rows: Int
}

/// The result of an import.
public struct ImportReport: Sendable, Equatable {
  /// The maximum number of rejected rows in a report; all are counted.
  public static let listLimit = 1_000

  /// Rows read, without the header: the sum of the four counts.
  public internal(set) var rows = 0
  /// Books that were not in the catalogue.
  public internal(set) var added = 0
  /// Rows that changed a book.
  public internal(set) var changed = 0
  /// Rows that are equal to a book in the catalogue.
  public internal(set) var unchanged = 0
  /// Rows that were left out.
  public internal(set) var rejected = 0
  /// The first ``listLimit`` rows that were left out, in order.
  public internal(set) var rejectedRows: [RejectedRow] = []
}

/// A row that an import left out, and the reason.
public struct RejectedRow: Sendable, Equatable {
  /// The reason, with the value found.
  public enum Reason: Error, Sendable, Equatable {
    /// The number is not an ISBN of 13 (or 10) digits with a right check digit.
    case isbn(String)
    /// The title is empty.
    case emptyTitle
    /// The row has a different number of fields than the header.
    case fieldCount(Int, expected: Int)
    /// The price is not a whole number of won of at least 0.
    case price(String)
    /// The date is neither `YYYY` nor a day as `YYYY-MM-DD`.
    case publicationDate(String)
    /// Text follows a closing quote.
    case textAfterQuote
  }

  /// The line of the file that the row begins on, from 1.
  public let line: Int
  /// The reason.
  public let reason: Reason

  /// The line, the problem and its remedy.
  public var localizedMessage: LocalizedMessage {
    LocalizedMessage(korean: "\(line)번째 줄: \(reason.korean)", english: "Line \(line): \(reason.english)")
  }
}

extension RejectedRow.Reason {
  fileprivate var korean: String {
    switch self {
    case .isbn(let text): "올바른 ISBN이 아닙니다: '\(Self.short(text))'. 숫자와 검사 숫자를 확인해 주세요."
    case .emptyTitle: "제목이 비어 있습니다. title 열을 채우세요."
    case .fieldCount(let count, let expected): "열이 \(expected)개여야 하는데 \(count)개입니다. 쉼표와 따옴표를 확인해 주세요."
    case .price(let text): "가격은 원 단위의 정수여야 합니다: '\(Self.short(text))'. 숫자만 입력해 주세요."
    case .publicationDate(let text): "날짜가 잘못되었습니다: '\(Self.short(text))'. YYYY-MM-DD 또는 YYYY 형식으로 입력해 주세요."
    case .textAfterQuote: "닫는 따옴표 뒤에 문자가 있습니다. 따옴표 안의 \"는 \"\"로 입력해 주세요."
    }
  }

  fileprivate var english: String {
    switch self {
    case .isbn(let text): "'\(Self.short(text))' is not a valid ISBN. Check its digits and the check digit."
    case .emptyTitle: "there is no title. Fill in the column title."
    case .fieldCount(let count, let expected): "\(count) fields instead of \(expected). Check commas and quotes."
    case .price(let text): "the price '\(Self.short(text))' is not a whole number of won. Write digits only."
    case .publicationDate(let text): "the date '\(Self.short(text))' is wrong. Write YYYY-MM-DD or YYYY."
    case .textAfterQuote: "text follows a closing quote. Write a \" inside quotes as \"\"."
    }
  }

  /// Shortens a string, because a cell can be as long as a row.
  private static func short(_ text: String) -> String {
    text.count > 40 ? text.prefix(40) + "…" : text
  }
}
