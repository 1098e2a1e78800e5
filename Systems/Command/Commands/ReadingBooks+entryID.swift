import DockDock
import Foundation
import Naru

extension ReadingBooks {
  /// Returns the ID of an entry from an ID or the ISBN of a book on the shelf.
  func entryID(of text: String) async throws -> ReadingBook.ID {
    let digits = text.filter(\.isNumber)
    guard digits.count == 13, text.allSatisfy({ $0.isNumber || $0 == "-" }) else { return text }
    do {
      for try await entry in listPages(limit: 100).elements where entry.book?.isbn13 == digits { return entry.id }
    } catch let error as APIError where error.code == .unreachable {
      // What `shelf list` showed last may be all that is known.
      guard let seen = try? await list(page: 1, limit: 20).first(where: { $0.book?.isbn13 == digits }) else {
        throw error
      }
      return seen.id
    }
    // The server reports that there is no such entry.
    return text
  }

  /// Returns the titles of the books on the shelf by the IDs of their entries.
  func titles() async throws -> [ReadingBook.ID: String] {
    var titles: [ReadingBook.ID: String] = [:]
    for try await entry in listPages(limit: 100).elements { titles[entry.id] = entry.book?.fullTitle }
    return titles
  }

  /// Returns the ID of an entry, or `nil` for `nil`.
  func entryID(of text: String?) async throws -> ReadingBook.ID? {
    guard let text else { return nil }
    return try await entryID(of: text) as ReadingBook.ID
  }
}
