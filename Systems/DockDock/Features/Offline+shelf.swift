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

  /// Returns a page of the items of an entry, or of all, with the queued changes. The server lists nothing for an entry that it does not
  /// have yet.
  func listed<Item>(
    of entry: ReadingBook.ID?,
    page: Int?,
    by entryID: @Sendable (Item) -> ReadingBook.ID,
    under overlay: Overlay<[Item]>,
    _ list: @concurrent @Sendable (ReadingBook.ID?) async throws -> CountedList<Item>
  ) async throws -> CountedList<Item> {
    let entry = try entry.map(resolved)
    let found = try await entry.flatMap(LocalID.init) == nil ? list(entry) : CountedList([], total: 0)
    return try await overlay.shown(found, withNew: page ?? 1 == 1) { entry == nil || entryID($0) == entry }
  }
}

/// Throws the server's error for a page that a book does not have, so that such a change is not queued. The server checks a page of a book
/// that is not known here.
func require(_ page: Int?, _ field: String, of book: Book?) throws {
  guard let page, let pageCount = book?.pageCount else { return }
  _ = try checked(page, field, 0...max(0, pageCount))
}
