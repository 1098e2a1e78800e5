package import Aladin
package import Catalogue
package import DockDock
package import Foundation
package import Logging
package import Naru
package import Storage

/// DockDock's backend.
///
/// Mount `books(for:)`, `readingBooks(for:)`, `readingRecords(for:)`, `reviews(for:)`, `onboarding(for:)` and `users(for:)`.
/// Run the migrations first, including the catalogue's.
package struct DockDockBackend: Sendable {
  let catalogue: Catalogue
  let sources: BookSources
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
    aladin: AladinItems? = nil,
    logger: Logger = Logger(label: "naru.dockdock"),
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.catalogue = catalogue
    self.now = now
    let cache = AladinCache(database: database, now: now)
    let client = aladin.map { AladinClient(items: $0, cache: cache, logger: logger, now: now) }
    sources = BookSources(catalogue: catalogue, aladin: client)
    shelfStore = ShelfStore(database: database, now: now, makeID: makeID)
    recordStore = RecordStore(database: database, now: now, makeID: makeID)
    reviewStore = ReviewStore(database: database, now: now, makeID: makeID)
    preferenceStore = PreferenceStore(database: database, now: now)
    readerStore = ReaderStore(database: database, now: now)
  }

  /// Adds the migrations of DockDock's tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("dockdock-9-tables", replacing: DockDockTablesHistory.migrations, DockDockTables.create)
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
        let page = CatalogueQuery(
          query,
          field: (queryType ?? .keyword).field,
          sort: (sort ?? .accuracy).order,
          page: start ?? 1,
          pageSize: pageSize(maxResults)
        )
        return try await sources.search(page, baseURL: caller.baseURL)
      },
      lookUp: { search, maxResults, start in
        let page = CatalogueQuery(
          search,
          field: .title,
          page: start ?? 1,
          pageSize: pageSize(maxResults)
        )
        return try await sources.lookUp(page, baseURL: caller.baseURL)
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
        let books = try await sources.books(entries.map(\.bookID), baseURL: caller.baseURL)
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

  /// Returns the number of books on a page. Larger numbers are capped, as Aladin does, from whose API the parameter comes.
  private func pageSize(_ maxResults: Int?) -> Int {
    min(maxResults ?? 10, CatalogueQuery.pageSizes.upperBound)
  }

  func book(_ id: Book.ID, _ caller: Caller) async throws -> Book {
    guard let book = try await sources.book(id, baseURL: caller.baseURL) else {
      throw APIError(
        declared: .bookNotFound,
        LocalizedMessage(korean: "책을 찾을 수 없습니다.", english: "Book not found.")
      )
    }
    return book
  }

  /// Returns the book of an entry; `nil` if it is no longer in the catalogue.
  private func bookIfThere(_ entry: ShelfEntry, _ caller: Caller) async throws -> Book? {
    try await sources.books([entry.bookID], baseURL: caller.baseURL)[entry.bookID]
  }
}
