package import DockDock
import Foundation
package import Naru

// Records and reviews.

extension DockDockBackend {
  /// Returns the records of a caller.
  package func readingRecords(for caller: Caller) -> ReadingRecords {
    ReadingRecords(
      list: { readingBook, page, limit in
        let page = Page(number: page, size: limit, default: 50)
        return try await recordStore.records(of: caller.requireUser(), readingBook, page)
      },
      add: { new in
        let user = try caller.requireUser()
        let entry = try await shelfStore.entry(new.readingBookID, of: user)
        return try await recordStore.add(new, for: user, pageCount: try await pageCount(entry.bookID))
      },
      update: { id, changes in
        let user = try caller.requireUser()
        let entry = try await shelfStore.entry(try await recordStore.readingBook(of: id, user), of: user)
        return try await recordStore.update(id, changes, of: user, pageCount: try await pageCount(entry.bookID))
      },
      remove: { id in
        try await recordStore.remove(id, of: caller.requireUser())
      }
    )
  }

  /// Returns the reviews that a caller can see.
  package func reviews(for caller: Caller) -> Reviews {
    Reviews(
      list: { readingBook, page, limit in
        let page = Page(number: page, size: limit, default: 50)
        return try await reviewStore.reviews(of: caller.requireUser(), readingBook, page)
      },
      ofBook: { id, page, limit in
        let page = Page(number: page, size: limit, default: 50)
        return try await reviewStore.reviews(ofBook: try await book(id, caller).id, for: caller.user, page)
      },
      add: { new in
        try await reviewStore.add(new, for: caller.requireUser())
      },
      update: { id, changes in
        try await reviewStore.update(id, changes, of: caller.requireUser())
      },
      remove: { id in
        try await reviewStore.remove(id, of: caller.requireUser())
      }
    )
  }

  /// Returns a book's page count, if it is known.
  private func pageCount(_ id: Book.ID) async throws -> Int? {
    try await sources.books([id], baseURL: "")[id]?.pageCount
  }
}
