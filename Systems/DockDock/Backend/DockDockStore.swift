import Catalogue
import DockDock
import Foundation
import Naru
import Storage

/// The data of one reader, in one transaction of the database. Every query is limited to this reader's rows, except for the
/// reviews of a book.
struct DockDockStore {
  let db: Transaction
  let user: Caller.User
  /// The time of the transaction, in milliseconds: the precision of dates on the wire and in the tables.
  let now: Date
  let makeID: @Sendable () -> UUID
  /// The address of the server, for the URLs of covers.
  let baseURL: String

  /// Returns an ID for a new row.
  func newID() -> String { makeID().uuidString.lowercased() }

  /// Returns a book of the catalogue.
  func book(_ id: Book.ID) throws -> Book {
    guard let book = try bookIfThere(id) else { throw APIError.bookNotFound(id) }
    return book
  }

  /// Returns a book of the catalogue. `nil` if it is no longer there.
  func bookIfThere(_ id: Book.ID) throws -> Book? {
    try Catalogue.book(id: DemoBooks.known(id), db).map { Book($0, baseURL: baseURL) }
  }
}

extension APIError {
  /// The failure for a book that is not in the catalogue, perhaps because its number is mistyped.
  static func bookNotFound(_ id: Book.ID) -> APIError {
    let isNumber = id.contains(where: \.isNumber) && id.allSatisfy { $0.isNumber || "- Xx".contains($0) }
    let message =
      isNumber && ISBN(id) == nil
      ? LocalizedMessage(
        korean: "책을 찾을 수 없습니다. 올바른 10자리 또는 13자리 ISBN이 아닙니다: “\(id.prefix(40))”",
        english: "Book not found. “\(id.prefix(40))” is not a valid ISBN of 10 or 13 digits."
      ) : LocalizedMessage(korean: "책을 찾을 수 없습니다.", english: "Book not found.")
    return APIError(declared: .bookNotFound, message)
  }
}

extension Caller.User {
  /// The id in the tables.
  var key: String { id.uuidString.lowercased() }
}
