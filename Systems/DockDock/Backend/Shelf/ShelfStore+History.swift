import DockDock
import Foundation
import GRDB
import Naru
import ServedSystem

extension ShelfStore {
  /// Returns the books on a person's shelf, and the finished ones in the order of their changes.
  func books(of user: Caller.User) async throws -> (all: Set<Book.ID>, finished: [Book.ID]) {
    try await database.read { db in
      let entries = try ShelfEntry.filter(Column("userID") == user.key).order(Column("change")).fetchAll(db)
      return (Set(entries.map(\.bookID)), entries.filter { $0.status == .completed }.map(\.bookID))
    }
  }

  /// Adds the books that are not on the shelf to the wishlist.
  func wish(for books: [Book], _ user: Caller.User) async throws {
    try await database.write(for: user) { db in
      for book in books
      where try ShelfEntry.filter(Column("userID") == user.key && Column("bookID") == book.id).isEmpty(db) {
        let new = NewReadingBook(bookID: book.id, status: .wishlist)
        var entry = try ShelfEntry(new, id: makeID(), userID: user.id, book: book, now: now())
        entry.change = try Self.nextChange(db)
        try entry.insert(db)
      }
    }
  }
}
