import DockDock
import Foundation
import Naru

let offline = APIError(.unreachable)

/// A shelf that a test can change, fail and hold up.
struct ScriptedShelf: Sendable {
  let entries: Locked<[ReadingBook]>
  let failure = Locked<APIError?>(nil)
  /// What is asked, before it is answered: `list 1`, `update 3`.
  let before: Locked<@Sendable (String) async -> Void> = Locked { _ in }
  let asked = Locked<[String]>([])

  /// Books 1…count, the newest change first, to be read.
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

  /// Called with what is asked, before it is answered.
  func hold(_ body: @escaping @Sendable (String) async -> Void) {
    before.withLock { $0 = body }
  }

  private func ask(_ text: String) async throws {
    asked.withLock { $0.append(text) }
    await before.withLock { $0 }(text)
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func change<Value: Sendable>(
    _ id: ReadingBook.ID,
    _ body: @Sendable (inout [ReadingBook], Int) -> Value
  ) throws -> Value {
    try entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { throw APIError(.notFound, "서재에 없는 책입니다.") }
      return body(&entries, index)
    }
  }

  var api: ReadingBooks {
    ReadingBooks(
      list: { status, page, limit in
        // The answer is from the moment at which it was asked for.
        let found = entries.withLock { $0.filter { status == nil || $0.status == status } }
        let (page, limit) = (page ?? 1, limit ?? 20)
        try await ask("list \(page)")
        return Counted(Array(found.dropFirst((page - 1) * limit).prefix(limit)), total: found.count)
      },
      add: { book in
        try await ask("add \(book.bookID)")
        let entry = Self.entry(Int(book.bookID.dropFirst()) ?? 0, book.status)
        try entries.withLock { entries in
          guard !entries.contains(where: { $0.bookID == book.bookID }) else { throw APIError(.conflict) }
          entries.insert(entry, at: 0)
        }
        return entry
      },
      show: { id in
        try await ask("show \(id)")
        return try change(id) { $0[$1] }
      },
      update: { id, changes in
        try await ask("update \(id)")
        return try change(id) { entries, index in
          entries[index].status = changes.status ?? entries[index].status
          entries[index].currentPage = changes.currentPage ?? entries[index].currentPage
          entries[index].startDate = Date(timeIntervalSince1970: 1_800_000_000)
          return entries[index]
        }
      },
      remove: { id in
        try await ask("remove \(id)")
        try change(id) { _ = $0.remove(at: $1) }
      }
    )
  }
}
