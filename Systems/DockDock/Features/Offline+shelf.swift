public import DockDock
import Naru
public import NaruOffline
import Rules

// What DockDock's contracts know of the books and the shelf, to show queued changes.

extension Offline {
  /// Returns the server's id of something if it has one by now, and else the same id.
  func resolved(_ id: String) throws -> String {
    guard let local = LocalID(id) else { return id }
    return try realID(of: local) ?? id
  }

  /// Returns the entry of a book, by its id or ISBN-13, with the queued changes: from the server's list, or without a
  /// connection from any list that the device has cached. `nil` if there is none. `isFresh` is whether the server has returned
  /// the list.
  public func entry(of book: Book.ID) async throws -> (entry: ReadingBook?, isFresh: Bool) {
    let overlay = ReadingBooks.overlay(self)
    var listed: Cached<ReadingBook?>?
    do {
      listed = try await read(ReadingBooks.self) { try await $0.listedEntry(of: book) }
    } catch let error as APIError where error.code == .unreachable {
      // Another list may be cached.
      guard try await !overlay.state().isEmpty else { throw error }
    }
    let isFresh = listed?.isFresh ?? false
    let entries = try await isFresh ? overlay.shown([listed?.value].compactMap(\.self), withNew: true) : overlay.state()
    return (entries.first { $0.isOf(book) }, isFresh)
  }

  /// Returns an entry with its queued changes. `nil` if the device has not cached it. Throws if a queued change removes it.
  func entry(_ id: ReadingBook.ID) async throws -> ReadingBook? {
    let id = try resolved(id)
    let known = try await ReadingBooks.overlay(self).state().first { $0.id == id }
    let isRemoved = try queuedWrites(rejected: false).contains { write in
      try write.endpoint == ReadingBooks.Endpoints.remove && write.argument("id") == id
    }
    guard !isRemoved else {
      throw APIError.notFound([
        .korean: "대기 중인 변경이 서재에서 빼는 책입니다.",
        .english: "A queued change removes this book from your shelf.",
      ])
    }
    return known
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

extension ReadingBooks {
  /// Finds the entry of a book. `nil` if there is none. The shelf has no endpoint for it.
  @concurrent
  public func listedEntry(of book: Book.ID) async throws -> ReadingBook? {
    for try await entry in listPages(limit: 100).elements where entry.isOf(book) { return entry }
    return nil
  }
}

extension ReadingBook {
  /// Whether it is the entry of a book with an id or an ISBN.
  func isOf(_ id: Book.ID) -> Bool { bookID == id || bookID == id.filter { $0 != "-" } || book?.isCalled(id) == true }
}

extension Book {
  /// Whether it has an id or an ISBN, with or without hyphens.
  func isCalled(_ id: ID) -> Bool { self.id == id || isbn13 == id.filter { $0 != "-" } }
}

/// Throws the server's error for a page that a book does not have, so that such a change is not queued. The server checks a page of a book
/// that is not known here.
func require(_ page: Int?, _ field: String, of book: Book?) throws {
  guard let page, let pageCount = book?.pageCount else { return }
  _ = try checked(page, field, 0...max(0, pageCount))
}
