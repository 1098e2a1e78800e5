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
    guard let book = try bookIfThere(id) else { throw APIError.bookNotFound }
    return book
  }

  /// Returns a book of the catalogue. `nil` if it is no longer there.
  func bookIfThere(_ id: Book.ID) throws -> Book? {
    try Catalogue.book(id: DemoBooks.known(id), db).map { Book($0, baseURL: baseURL) }
  }
}

extension APIError {
  static var bookNotFound: APIError {
    APIError(declared: .bookNotFound, LocalizedMessage(korean: "책을 찾을 수 없습니다.", english: "Book not found."))
  }
}

extension Caller.User {
  /// The id in the tables.
  var key: String { id.uuidString.lowercased() }
}
