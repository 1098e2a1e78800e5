import DockDock
import Foundation
import GRDB
import Naru

extension ShelfStore {
  /// The books of a person's shelf, and those that are finished.
  func books(of user: Caller.User) async throws -> (all: Set<Book.ID>, finished: [Book.ID]) {
    try await database.read { db in
      let entries = try ShelfEntry.filter(Column("userID") == user.key).order(Column("change")).fetchAll(db)
      return (Set(entries.map(\.bookID)), entries.filter { $0.status == .completed }.map(\.bookID))
    }
  }

  /// Puts books on the wishlist that are not on the shelf.
  func wish(for books: [Book], _ user: Caller.User) async throws {
    try await database.write { db in
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
