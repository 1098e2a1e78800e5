public import DockDock
import Foundation
public import Naru

// What people write: records and reviews.

extension DockDockBackend {
  /// The records of a caller.
  public func readingRecords(for caller: Caller) -> ReadingRecords {
    ReadingRecords(
      list: { readingBook, page, limit in
        let part = try Part(page: page, limit: limit, usual: 50)
        return try await records.records(of: caller.requireUser(), readingBook, part)
      },
      add: { new in
        let user = try caller.requireUser()
        let entry = try await shelf.entry(new.readingBookID, of: user)
        return try await records.add(new, for: user, pageCount: try await pageCount(entry.bookID))
      },
      update: { id, changes in
        let user = try caller.requireUser()
        let entry = try await shelf.entry(try await records.readingBook(of: id, user), of: user)
        return try await records.update(id, changes, of: user, pageCount: try await pageCount(entry.bookID))
      },
      remove: { id in
        try await records.remove(id, of: caller.requireUser())
      }
    )
  }

  /// Reviews as a caller may see them.
  public func reviews(for caller: Caller) -> Reviews {
    Reviews(
      list: { readingBook, page, limit in
        let part = try Part(page: page, limit: limit, usual: 50)
        return try await reviewStore.reviews(of: caller.requireUser(), readingBook, part)
      },
      ofBook: { id, page, limit in
        let part = try Part(page: page, limit: limit, usual: 50)
        return try await reviewStore.reviews(ofBook: try await book(id, caller).id, for: caller.user, part)
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

  /// The number of a book's pages, where it is known.
  private func pageCount(_ id: Book.ID) async throws -> Int? {
    try await known.books([id], baseURL: "")[id]?.pageCount
  }
}
