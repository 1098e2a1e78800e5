import DockDock
import Foundation
import Naru

extension ReadingBooks {
  /// The id of the entry that a person means: an id as it is, or the ISBN of a book on the shelf.
  func entryID(of text: String) async throws -> ReadingBook.ID {
    let digits = text.filter(\.isNumber)
    guard digits.count == 13, text.allSatisfy({ $0.isNumber || $0 == "-" }) else { return text }
    for try await entry in listPages(limit: 100).elements where entry.book?.isbn13 == digits { return entry.id }
    // The server's own 404 says it best.
    return text
  }

  /// The titles of the books on the shelf, by the entry's id: for lists that know only the entry.
  func titles() async throws -> [ReadingBook.ID: String] {
    var titles: [ReadingBook.ID: String] = [:]
    for try await entry in listPages(limit: 100).elements { titles[entry.id] = entry.book?.fullTitle }
    return titles
  }

  /// The id of the entry that a person means, if one is meant.
  func entryID(of text: String?) async throws -> ReadingBook.ID? {
    guard let text else { return nil }
    return try await entryID(of: text) as ReadingBook.ID
  }
}
