import DockDock
import Naru
import NaruOffline
import Rules

// Helpers for DockDock's contracts to show queued changes.

extension Offline {
  /// Makes a call that creates a resource. If the call is queued, `local` predicts the server's result.
  @concurrent
  func creating<Value: Sendable>(
    _ call: @concurrent @Sendable () async throws -> Value,
    local: @concurrent @Sendable (LocalID, QueuedWrite) async throws -> Value
  ) async throws -> Value {
    do {
      return try await call()
    } catch let error as APIError {
      guard let write = (error.underlyingError as? WriteQueued)?.write, let id = write.localID else { throw error }
      return try await local(id, write)
    }
  }

  /// Returns the server's id of something if it has one by now, and else the same id.
  func resolved(_ id: String) throws -> String {
    guard let local = LocalID(id) else { return id }
    return try realID(of: local) ?? id
  }

  /// Returns the entry of the shelf that the server will probably make. It has its book if the device has cached it.
  func expected(_ new: NewReadingBook, _ id: LocalID, _ write: QueuedWrite) async -> ReadingBook {
    ReadingBook(
      id: id.text,
      userID: "",
      bookID: new.bookID,
      status: new.status,
      currentPage: new.currentPage,
      createdAt: write.queuedAt,
      updatedAt: write.queuedAt,
      book: await cachedBook(new.bookID)
    )
  }

  /// Returns a book. `nil` if the device has not cached it.
  func cachedBook(_ id: Book.ID) async -> Book? {
    // In a task of its own, because the age of the book is not the age of the shown content.
    await Task.detached { [self] in
      try? await read(Books.self, policy: .cacheOnly) { try await $0.show(id: id) }.value
    }.value
  }

  /// Returns an entry of the shelf, without the changes that wait for it. `nil` if the device has not cached the entry.
  func cachedEntry(_ entry: ReadingBook.ID) async throws -> ReadingBook? {
    let id = try resolved(entry)
    for write in try queuedWrites(rejected: false) {
      guard let local = write.localID, local.text == id, let new: NewReadingBook = try write.body() else { continue }
      return await expected(new, local, write)
    }
    // In a task of its own, because the age of the shelf is not the age of the shown content.
    return await Task.detached { [self] in
      let cached = try? await read(ReadingBooks.self, policy: .cacheOnly) { shelf -> ReadingBook? in
        for try await entry in shelf.listPages(limit: 100).elements where entry.id == id { return entry }
        return nil
      }
      return cached?.value
    }.value
  }
}

/// Throws the server's error for a page that a book does not have, so that such a change is not queued. The server checks a page of a book
/// that is not known here.
func require(_ page: Int?, _ field: String, of book: Book?) throws {
  guard let page, let pageCount = book?.pageCount else { return }
  _ = try checked(page, field, 0...max(0, pageCount))
}
