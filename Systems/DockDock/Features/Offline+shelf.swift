import DockDock
import Naru
import NaruOffline

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

  /// Returns the book of an entry of the shelf. `nil` if the device has not cached the entry.
  func book(of entry: ReadingBook.ID) async throws -> Book.ID? {
    let id = try resolved(entry)
    for write in try queuedWrites(rejected: false) where write.localID?.text == id {
      return try write.body(as: NewReadingBook.self)?.bookID
    }
    // In a task of its own, because the age of the shelf is not the age of the shown content.
    return await Task.detached { [self] in
      let cached = try? await read(ReadingBooks.self, policy: .cacheOnly) { shelf -> Book.ID? in
        for try await entry in shelf.listPages(limit: 100).elements where entry.id == id { return entry.bookID }
        return nil
      }
      return cached?.value
    }.value
  }
}
