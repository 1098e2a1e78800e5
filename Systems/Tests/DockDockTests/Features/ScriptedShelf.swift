import DockDock
import Foundation
import Naru
import Support

let offline = APIError(.unreachable)

/// A shelf whose entries, failures and delays a test controls.
struct ScriptedShelf: Sendable {
  let entries: Locked<[ReadingBook]>
  let failure = Locked<APIError?>(nil)
  /// Called with each request, such as `list 1` or `update 3`, before the response.
  let before: Locked<@Sendable (String) async -> Void> = Locked { _ in }

  /// Creates a shelf of books 1…count on the wishlist, most recently changed first.
  init(_ count: Int) {
    entries = Locked((1...max(count, 1)).prefix(count).map { Self.entry($0) })
  }

  static func entry(_ number: Int, _ status: ReadingStatus = .wishlist, page: Int? = nil) -> ReadingBook {
    let date = Date(timeIntervalSince1970: 1_800_000_000 - Double(number))
    return ReadingBook(
      id: "\(number)",
      userID: "hong",
      bookID: "b\(number)",
      status: status,
      currentPage: page,
      createdAt: date,
      updatedAt: date,
      book: Book(id: "b\(number)", title: "책 \(number)", pageCount: 300)
    )
  }

  /// Sets the closure that is called with each request before the response.
  func hold(_ body: @escaping @Sendable (String) async -> Void) {
    before.withLock { $0 = body }
  }

  private func ask(_ text: String) async throws {
    await before.withLock { $0 }(text)
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  var api: ReadingBooks {
    var shelf = ReadingBooks.unimplemented
    shelf.list = { status, page, limit in
      // The response has the entries of the time of the request.
      let found = entries.withLock { $0.filter { status == nil || $0.status == status } }
      let (page, limit) = (page ?? 1, limit ?? 20)
      try await ask("list \(page)")
      return CountedList(Array(found.dropFirst((page - 1) * limit).prefix(limit)), total: found.count)
    }
    shelf.add = { book in
      try await ask("add \(book.bookID)")
      let entry = Self.entry(Int(book.bookID.dropFirst()) ?? 0, book.status)
      try entries.withLock { entries in
        guard !entries.contains(where: { $0.bookID == book.bookID }) else { throw APIError(.conflict) }
        entries.insert(entry, at: 0)
      }
      return entry
    }
    shelf.update = { id, changes in
      try await ask("update \(id)")
      return try entries.withLock { entries in
        guard let index = entries.firstIndex(where: { $0.id == id }) else { throw APIError(.notFound) }
        entries[index].status = changes.status ?? entries[index].status
        entries[index].currentPage = changes.currentPage ?? entries[index].currentPage
        entries[index].startDate = Date(timeIntervalSince1970: 1_800_000_000)
        return entries[index]
      }
    }
    return shelf
  }
}
