import DockDock
import Foundation
import Naru
import ServedSystem
import Storage

extension ShelfStore {
  /// Returns the books on a person's shelf, and the finished ones in the order of their changes.
  func books(of user: Caller.User) async throws -> (all: Set<Book.ID>, finished: [Book.ID]) {
    try await database.read { db in
      let entries = try db.all(
        "SELECT * FROM dockdock_reading_book WHERE user_id = \(user.id) ORDER BY change",
        ShelfEntry.init
      )
      return (Set(entries.map(\.bookID)), entries.filter { $0.status == .completed }.map(\.bookID))
    }
  }

  /// Adds the books that are not on the shelf to the wishlist.
  func wish(for books: [Book], _ user: Caller.User) async throws {
    try await database.write(for: user) { db in
      for book in books where try !Self.has(book.id, user, db) {
        let new = NewReadingBook(bookID: book.id, status: .wishlist)
        var entry = try ShelfEntry(new, id: makeID(), userID: user.id, book: book, now: now())
        entry.change = try Self.nextChange(of: user.key, db)
        try entry.insert(db)
      }
    }
  }
}
