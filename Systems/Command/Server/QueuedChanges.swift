import CommandSupport
import DockDock
import Foundation
import Naru
import NaruOffline
import Rules
import Saerok

/// The queued changes of the signed-in user, as far as a later change depends on them. A change that can't succeed after them fails at
/// once.
struct QueuedChanges {
  private let offline: Offline?
  private let writes: [QueuedWrite]

  /// Reads the queue of the signed-in user. It is empty if no one is signed in, and if the file can't be used: then no change is sent.
  init(_ store: OfflineStore) async throws {
    offline = try await store.usable()
    writes = try offline?.queuedWrites(rejected: false) ?? []
  }

  /// Returns the server's ID for a local ID that has one by now, and every other ID unchanged. Throws a `notFound` for a local ID that no
  /// change creates, and for the ID of an item that is about to be removed.
  func id(_ text: String, removedBy removal: Endpoint) throws -> String {
    var id = text
    if let local = LocalID(text) {
      if let real = try offline?.realID(of: local) {
        id = real
      } else if !writes.contains(where: { $0.localID == local }) {
        throw Self.unknown(text)
      }
    }
    guard try !isRemoved(id, by: removal) else { throw Self.removed }
    return id
  }

  private func isRemoved(_ id: String, by removal: Endpoint) throws -> Bool {
    let name = removal.parameters.last { $0.location == .path }?.name ?? ""
    return try writes.contains { write in
      guard write.endpoint == removal, let removed: String = try write.argument(name) else { return false }
      return removed.lowercased() == id.lowercased()
    }
  }

  /// Returns the local ID of the last queued creation that a condition holds for.
  private func created<Body: Decodable>(by creation: Endpoint, where isWanted: (Body) -> Bool) throws -> String? {
    let write = try writes.last { try $0.endpoint == creation && $0.body().map(isWanted) ?? false }
    return write?.localID?.text
  }

  // MARK: The shelf

  /// Returns the ID of an entry from an ID or the ISBN of a book on the shelf.
  func entryID(of text: String, on shelf: ReadingBooks) async throws -> ReadingBook.ID {
    guard let isbn = text.isbn else { return try id(text, removedBy: ReadingBooks.Endpoints.remove) }
    // The server's list may have an entry that was added without a response.
    if let added = try self.added(isbn) {
      guard try !isRemoved(added, by: ReadingBooks.Endpoints.remove) else { throw Self.notOnShelf }
      return added
    }
    let listed = try await listedEntry(isbn, on: shelf)
    guard let id = listed.value else { throw listed.isFresh ? Self.notOnShelf : Self.notOnCachedShelf(isbn) }
    guard try !isRemoved(id, by: ReadingBooks.Endpoints.remove) else { throw Self.notOnShelf }
    return id
  }

  /// Returns the local ID of the last entry of a book that the queue adds.
  private func added(_ book: Book.ID) throws -> String? {
    try created(by: ReadingBooks.Endpoints.add) { (new: NewReadingBook) in (new.bookID.isbn ?? new.bookID) == book }
  }

  /// Returns the ID of the entry of a book in the server's list. Without a connection, the most recent one counts: the list of an earlier
  /// search, or the page that `shelf list` shows.
  private func listedEntry(_ isbn: String, on shelf: ReadingBooks) async throws -> Cached<ReadingBook.ID?> {
    @concurrent @Sendable func search(_ shelf: ReadingBooks) async throws -> ReadingBook.ID? {
      for try await entry in shelf.listPages(limit: 100).elements where entry.book?.isbn13 == isbn { return entry.id }
      return nil
    }
    guard let offline else { return Cached(try await search(shelf), date: .now, isFresh: true) }
    var lists: [Cached<ReadingBook.ID?>] = []
    var problem: (any Error)?
    do {
      lists.append(try await offline.read(ReadingBooks.self, search))
    } catch let error as APIError where error.code == .unreachable {
      problem = error
    }
    if lists.first?.isFresh != true {
      let shown = await offline.cached(ReadingBooks.self) { shelf in
        try await shelf.list(page: 1, limit: 20).first { $0.book?.isbn13 == isbn }?.id
      }
      if let shown { lists.append(shown) }
    }
    let newest = lists.sorted { $0.date > $1.date }
    guard let found = newest.first(where: { $0.value != nil }) ?? newest.first else {
      throw problem ?? APIError(.unknown)
    }
    return found
  }

  /// Throws if a queued change adds a book to the shelf.
  func requireNew(_ book: Book.ID) throws {
    if let added = try self.added(book.isbn ?? book), try !isRemoved(added, by: ReadingBooks.Endpoints.remove) {
      throw APIError.conflict("이미 서재에 있는 책입니다.", "The book is already on your shelf.")
    }
  }

  /// Throws the server's error for a page that the book of an entry does not have. The server checks a page of a book that is not cached.
  func require(_ page: Int?, _ field: String, of entry: ReadingBook.ID?) async throws {
    guard let page, let entry, let pageCount = try await book(of: entry)?.pageCount else { return }
    _ = try checked(page, field, 0...max(0, pageCount))
  }

  /// Returns the book of an entry if it is on a cached page of the shelf.
  private func book(of entry: ReadingBook.ID) async throws -> Book? {
    let new = try writes.first { $0.localID?.text == entry }?.body(as: NewReadingBook.self)
    let added = new.map { $0.bookID.isbn ?? $0.bookID }
    @Sendable func isEntry(_ listed: ReadingBook) -> Bool {
      listed.id == entry || added != nil && [listed.bookID, listed.book?.isbn13].contains(added)
    }
    let searched = await offline?.cached(ReadingBooks.self) { shelf -> Book? in
      for try await listed in shelf.listPages(limit: 100).elements where isEntry(listed) { return listed.book }
      return nil
    }
    if let book = searched?.value { return book }
    let shown = await offline?.cached(ReadingBooks.self) { shelf in
      try await shelf.list(page: 1, limit: 20).first(where: isEntry)?.book
    }
    return shown?.value
  }

  /// Throws if a queued change adds a review of an entry.
  func requireNoReview(of entry: ReadingBook.ID) throws {
    let added = try created(by: Reviews.Endpoints.add) { (new: NewReview) in new.readingBookID == entry }
    if let added, try !isRemoved(added, by: Reviews.Endpoints.remove) {
      throw APIError.conflict("이미 리뷰를 쓴 책입니다.", "You have already reviewed this book.")
    }
  }

  /// Returns the ID of a record whose book is on the shelf, and which may be on a page of it.
  func recordID(_ text: String, page: Int? = nil) async throws -> ReadingRecord.ID {
    let id = try id(text, removedBy: ReadingRecords.Endpoints.remove)
    let entry = try writes.first { $0.localID?.text == id }?.body(as: NewReadingRecord.self)?.readingBookID
    let listed = await offline?.cached(ReadingRecords.self) { records in
      try await records.list(page: 1, limit: 20).first { $0.id == id }?.readingBookID
    }
    try requireOnShelf(entry ?? listed?.value)
    try await require(page, "page_number", of: entry ?? listed?.value)
    return id
  }

  /// Returns the ID of a review whose book is on the shelf.
  func reviewID(_ text: String) async throws -> Review.ID {
    let id = try id(text, removedBy: Reviews.Endpoints.remove)
    let entry = try writes.first { $0.localID?.text == id }?.body(as: NewReview.self)?.readingBookID
    let listed = await offline?.cached(Reviews.self) { reviews in
      try await reviews.list(page: 1, limit: 20).first { $0.id == id }?.readingBookID
    }
    try requireOnShelf(entry ?? listed?.value)
    return id
  }

  private func requireOnShelf(_ entry: ReadingBook.ID?) throws {
    // Its records and its review are deleted with it.
    if let entry, try isRemoved(entry, by: ReadingBooks.Endpoints.remove) { throw Self.removed }
  }

  // MARK: The board

  /// Returns the number of a post.
  func post(_ post: BoardNumber) throws -> Post.ID { try number(post, removedBy: FreeBoard.Endpoints.deletePost) }

  /// Returns the number of a comment.
  func comment(_ comment: BoardNumber) throws -> Comment.ID {
    try number(comment, removedBy: FreeBoard.Endpoints.deleteComment)
  }

  /// Returns the number of a comment that can have replies.
  func parent(_ comment: BoardNumber) throws -> Comment.ID {
    let parent = try self.comment(comment)
    let isReply = try writes.contains { write in
      try write.localID?.integer == parent && write.body(as: CommentDraft.self)?.parentID != nil
    }
    guard !isReply else {
      throw APIError.invalidRequest(LocalizedMessage("답글에는 답글을 달 수 없습니다.", "A reply can't have replies."))
    }
    return parent
  }

  private func number(_ number: BoardNumber, removedBy removal: Endpoint) throws -> Int64 {
    let id = try id(number.text, removedBy: removal)
    guard let local = LocalID(id) else { return Int64(id) ?? 0 }
    guard try !isRemoved(String(local.integer), by: removal) else { throw Self.removed }
    return local.integer
  }

  // MARK: Messages

  private static let removed = APIError.notFound(
    LocalizedMessage(
      "대기 중인 변경이 먼저 삭제하므로 바꿀 수 없습니다. `naru outbox`를 확인해 주세요.",
      "A queued change deletes this first, so it can't be changed. See `naru outbox`."
    )
  )

  private static func unknown(_ id: String) -> APIError {
    .notFound(
      LocalizedMessage(
        "대기 중인 변경 중에 \(id) 항목을 만드는 것이 없습니다. `naru outbox`를 확인해 주세요.",
        "No queued change creates \(id). See `naru outbox`."
      )
    )
  }

  private static let notOnShelf = APIError.notFound(
    LocalizedMessage("서재에서 이 책을 찾을 수 없습니다.", "The book is not on your shelf.")
  )

  private static func notOnCachedShelf(_ isbn: String) -> APIError {
    .notFound(
      LocalizedMessage(
        "이 기기에 저장된 서재에 ISBN \(isbn) 책이 없습니다. 서버에 연결되면 다시 시도해 주세요.",
        "The shelf that is stored on this machine has no book with the ISBN \(isbn). Try again when the server can be reached."
      )
    )
  }
}

extension APIError {
  fileprivate static func conflict(_ korean: String, _ english: String) -> APIError {
    APIError(.conflict, LocalizedMessage(korean, english))
  }
}

extension String {
  /// The digits of an ISBN-13. `nil` for every other string.
  fileprivate var isbn: String? {
    let digits = filter(\.isNumber)
    return digits.count == 13 && allSatisfy { $0.isNumber || $0 == "-" } ? digits : nil
  }
}

extension Offline {
  /// Reads a cached value without a notice of its age. `nil` if there is none.
  func cached<API: Contract, Value: Sendable>(
    _ contract: API.Type,
    _ call: @concurrent @Sendable (API) async throws -> Value
  ) async -> Cached<Value>? {
    await OfflineStore.$printsAges.withValue(false) { try? await read(contract, policy: .cacheOnly, call) }
  }
}
