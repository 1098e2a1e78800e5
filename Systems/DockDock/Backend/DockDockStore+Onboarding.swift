import Catalogue
import DockDock
import Foundation
import Naru
import Rules
import Storage

/// A reader's answers and latest report.
extension DockDockStore {
  private static let json = JSONCoding()

  /// Stores answers, and adds the selected books to the wishlist. An unknown book rejects all answers.
  func set(_ answers: ReadingPreferences) throws {
    let answers = try Self.checked(answers)
    let books = try (answers.selectedBookIDs ?? []).map(book)
    try db.run(
      """
      INSERT INTO dockdock_preference (user_id, answers, updated_at)
      VALUES (\(user.id), \(try Self.text(answers)), \(now))
      ON CONFLICT (user_id) DO UPDATE SET answers = excluded.answers, updated_at = excluded.updated_at
      """
    )
    for book in books { try wish(for: book) }
  }

  func preferences() throws -> ReadingPreferences? {
    let text = try db.valueIfAny("SELECT answers FROM dockdock_preference WHERE user_id = \(user.id)", as: String.self)
    return try text.map { try Self.json.decode(ReadingPreferences.self, from: Data($0.utf8)) }
  }

  func set(_ report: ReadingReport) throws {
    try db.run(
      """
      INSERT INTO dockdock_report (user_id, report) VALUES (\(user.id), \(try Self.text(report)))
      ON CONFLICT (user_id) DO UPDATE SET report = excluded.report
      """
    )
  }

  func report() throws -> ReadingReport? {
    let text = try db.valueIfAny("SELECT report FROM dockdock_report WHERE user_id = \(user.id)", as: String.self)
    guard var report = try text.map({ try Self.json.decode(ReadingReport.self, from: Data($0.utf8)) }) else {
      return nil
    }
    // The URLs of covers begin with the address that this caller reaches the server at.
    for index in report.recommendedBooks.indices {
      if let book = try bookIfThere(report.recommendedBooks[index].book.id) {
        report.recommendedBooks[index].book = book
      }
    }
    return report
  }

  /// Returns the facts of the shelf and the records that count in a report.
  func history() throws -> ReaderHistory {
    var history = ReaderHistory()
    try db.each(
      """
      SELECT book_id, status, \(Catalogue.columns) FROM dockdock_reading_book
      LEFT JOIN book ON book.isbn = \(Catalogue.isbn(in: "book_id")) WHERE user_id = \(user.id)
      """
    ) { row in
      history.shelf.insert(try row["book_id"])
      let status: ReadingStatus = try row["status"]
      guard status == .completed, let category = try Catalogue.book(in: row)?.category else { return }
      history.finished[category, default: 0] += 1
    }
    history.recordCount = try recordCount()
    return history
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try json.encode(value), as: UTF8.self)
  }

  /// Checks answers and removes repeated genres, purposes and books.
  private static func checked(_ answers: ReadingPreferences) throws -> ReadingPreferences {
    var answers = answers
    answers.preferredGenres = answers.preferredGenres.uniqued
    if let unknown = answers.preferredGenres.first(where: { GenreList.entry($0) == nil }) {
      let all = GenreList.entries.map(\.genre.id).joined(separator: ", ")
      throw APIError.invalidRequest([
        .korean: "지원하지 않는 장르입니다: “\(unknown.prefix(40))”. 선택할 수 있는 장르: \(all)",
        .english: "“\(unknown.prefix(40))” is not one of the genres: \(all).",
      ])
    }
    if let purposes = answers.readingPurposes?.uniqued {
      answers.readingPurposes = try purposes.map { try TextRule("reading_purposes").checked($0) }
    }
    answers.selectedBookIDs = answers.selectedBookIDs?.uniqued
    return answers
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions.
  var uniqued: [Element] {
    var found: Set<Element> = []
    return filter { found.insert($0).inserted }
  }
}
