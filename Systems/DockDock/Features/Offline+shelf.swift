import DockDock
import Naru
import NaruOffline
import Rules

// What DockDock's contracts know of the books and the shelf, to show queued changes.

extension Offline {
  /// Returns the server's id of something if it has one by now, and else the same id.
  func resolved(_ id: String) throws -> String {
    guard let local = LocalID(id) else { return id }
    return try realID(of: local) ?? id
  }

  /// Returns a book. `nil` if the device has not cached it.
  func cachedBook(_ id: Book.ID) async -> Book? { await cachedValue(Books.self) { try await $0.show(id: id) } }

  /// Returns an entry of the shelf. `nil` if the device has not cached the entry.
  func cachedEntry(_ id: ReadingBook.ID) async throws -> ReadingBook? {
    let id = try resolved(id)
    guard LocalID(id) != nil else { return await cachedEntries().first { $0.id == id } }
    return await cachedValue(ReadingBooks.self) { _ in try await ReadingBooks.offline(self).show(id: id) }
  }

  /// Returns the entries of the shelf that the device has cached, without the changes that wait for them.
  func cachedEntries() async -> [ReadingBook] {
    await cachedValue(ReadingBooks.self) { shelf in
      var entries: [ReadingBook] = []
      do {
        for try await entry in shelf.listPages(limit: 100).elements { entries.append(entry) }
      } catch {
        // The other pages are not cached.
      }
      return entries
    } ?? []
  }

  /// Returns what the server lists for an entry: nothing if the server does not have the entry yet.
  func listed<Item>(
    of entry: ReadingBook.ID?,
    _ list: @concurrent @Sendable () async throws -> CountedList<Item>
  ) async throws -> CountedList<Item> {
    try await entry.flatMap(LocalID.init) == nil ? list() : CountedList([], total: 0)
  }
}

/// Throws the server's error for a page that a book does not have, so that such a change is not queued. The server checks a page of a book
/// that is not known here.
func require(_ page: Int?, _ field: String, of book: Book?) throws {
  guard let page, let pageCount = book?.pageCount else { return }
  _ = try checked(page, field, 0...max(0, pageCount))
}
