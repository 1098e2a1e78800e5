package import Catalogue
package import DockDock
package import Foundation
package import Naru
package import Storage

/// DockDock's backend.
///
/// Mount `books(for:)`, `readingBooks(for:)`, `readingRecords(for:)`, `reviews(for:)`, `onboarding(for:)` and `users(for:)`.
/// Run the migrations first, including the catalogue's.
package struct DockDockBackend: Sendable {
  let catalogue: Catalogue
  let shelfStore: ShelfStore
  let recordStore: RecordStore
  let reviewStore: ReviewStore
  let preferenceStore: PreferenceStore
  let readerStore: ReaderStore
  let now: @Sendable () -> Date

  /// Creates a backend on a database.
  package init(
    database: Database,
    catalogue: Catalogue,
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.catalogue = catalogue
    self.now = now
    shelfStore = ShelfStore(database: database, now: now, makeID: makeID)
    recordStore = RecordStore(database: database, now: now, makeID: makeID)
    reviewStore = ReviewStore(database: database, now: now, makeID: makeID)
    preferenceStore = PreferenceStore(database: database, now: now)
    readerStore = ReaderStore(database: database, now: now)
  }

  /// Adds the migrations of DockDock's tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("dockdock-1-tables", DockDockTables.create)
  }

  /// Deletes all data of a person, in the transaction that deletes the account.
  package func removeAll(of person: UUID, _ db: Transaction) throws {
    // Records and reviews are deleted with the entries of the shelf.
    for table in ["reading_book", "reader", "preference", "report"] {
      try db.run("DELETE FROM \(name: "dockdock_\(table)") WHERE user_id = \(person)")
    }
  }

  /// Returns the catalogue for a caller. URLs of covers begin with the address of the server.
  package func books(for caller: Caller) -> Books {
    Books(
      search: { query, maxResults, start, queryType, sort in
        let query = CatalogueQuery(
          query,
          field: (queryType ?? .keyword).field,
          sort: (sort ?? .accuracy).order,
          page: start ?? 1,
          pageSize: pageSize(maxResults)
        )
        return BookPage(try await catalogue.search(query), of: query, baseURL: caller.baseURL)
      },
      lookUp: { search, maxResults, start in
        let query = CatalogueQuery(search, field: .title, page: start ?? 1, pageSize: pageSize(maxResults))
        guard ISBN.isDigits(search) else {
          return BookPage(try await catalogue.search(query), of: query, baseURL: caller.baseURL)
        }
        let book = try await catalogue.book(id: search)
        return BookPage(of: book.map { Book($0, baseURL: caller.baseURL) }, query)
      },
      show: { id in
        try await book(id, caller)
      }
    )
  }

  /// Returns the caller as a reader.
  package func users(for caller: Caller) -> Users {
    Users(
      me: { try await readerStore.user(caller.requireUser()) },
      update: { changes in try await readerStore.update(caller.requireUser(), changes) }
    )
  }

  /// Returns the shelf of a caller.
  package func readingBooks(for caller: Caller) -> ReadingBooks {
    ReadingBooks(
      list: { status, page, limit in
        let page = Page(number: page, size: limit, default: 20)
        let (entries, total) = try await shelfStore.entries(of: caller.requireUser(), status, page)
        let books = try await books(entries.map(\.bookID), baseURL: caller.baseURL)
        return CountedList(entries.map { ReadingBook($0, books[$0.bookID]) }, total: total)
      },
      add: { new in
        let book = try await book(new.bookID, caller)
        return ReadingBook(try await shelfStore.add(new, book, for: caller.requireUser()), book)
      },
      show: { id in
        let entry = try await shelfStore.entry(id, of: caller.requireUser())
        return ReadingBook(entry, try await bookIfThere(entry, caller))
      },
      update: { id, changes in
        let user = try caller.requireUser()
        let book = try await bookIfThere(try await shelfStore.entry(id, of: user), caller)
        return ReadingBook(try await shelfStore.update(id, changes, book, of: user), book)
      },
      remove: { id in
        try await shelfStore.remove(id, of: caller.requireUser())
      }
    )
  }

  /// Returns the number of books on a page. Larger numbers are capped.
  private func pageSize(_ maxResults: Int?) -> Int {
    min(maxResults ?? 10, CatalogueQuery.pageSizes.upperBound)
  }

  func book(_ id: Book.ID, _ caller: Caller) async throws -> Book {
    guard let book = try await catalogue.book(id: id) else {
      throw APIError(
        declared: .bookNotFound,
        LocalizedMessage(korean: "책을 찾을 수 없습니다.", english: "Book not found.")
      )
    }
    return Book(book, baseURL: caller.baseURL)
  }

  /// Returns the books with some ids, by id. Books that are no longer in the catalogue are left out.
  func books(_ ids: [Book.ID], baseURL: String) async throws -> [Book.ID: Book] {
    try await catalogue.books(ids: ids).mapValues { Book($0, baseURL: baseURL) }
  }

  /// Returns an entry with its book, if the book is still in the catalogue.
  private func readingBook(_ entry: ShelfEntry, _ caller: Caller) async throws -> ReadingBook {
    ReadingBook(entry, try await books([entry.bookID], baseURL: caller.baseURL)[entry.bookID])
  }
}
