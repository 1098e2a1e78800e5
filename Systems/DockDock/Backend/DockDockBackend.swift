public import Aladin
public import Catalogue
public import DockDock
public import Foundation
public import GRDB
public import Logging
public import Naru
import Rules

/// DockDock's side of the wire: its contracts answered from a SQLite database.
///
/// Mount `books(for:)`, `readingBooks(for:)`, `readingRecords(for:)`, `reviews(for:)` and `onboarding(for:)`. The database has to be migrated first, with the catalogue's migrations too.
public struct DockDockBackend: Sendable {
  let catalogue: Catalogue
  let known: KnownBooks
  let shelf: Shelf
  let records: RecordStore
  let reviewStore: ReviewStore
  let preferences: PreferenceStore
  let now: @Sendable () -> Date

  /// A backend on a database.
  ///
  /// - Parameters:
  ///   - database: where the shelves are.
  ///   - catalogue: the books.
  ///   - aladin: the bookshop that is asked for books too; `nil` for none.
  ///   - logger: told when the shop does not answer.
  ///   - now: the clock. Dates are kept in whole milliseconds.
  ///   - makeID: makes the ids of new entries.
  public init(
    database: any DatabaseWriter,
    catalogue: Catalogue,
    aladin: AladinItems? = nil,
    logger: Logger = Logger(label: "naru.dockdock"),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.catalogue = catalogue
    self.now = now
    let cache = AladinCache(database: database, now: now)
    let shop = aladin.map { AladinShop(items: $0, cache: cache, logger: logger, now: now) }
    known = KnownBooks(catalogue: catalogue, shop: shop)
    shelf = Shelf(database: database, now: now, makeID: makeID)
    records = RecordStore(database: database, now: now, makeID: makeID)
    reviewStore = ReviewStore(database: database, now: now, makeID: makeID)
    preferences = PreferenceStore(database: database, now: now)
  }

  /// Adds the migrations that make DockDock's tables.
  public static func registerMigrations(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("dockdock-1-shelf", migrate: Shelf.createTable)
    migrator.registerMigration("dockdock-2-records", migrate: RecordStore.createTable)
    migrator.registerMigration("dockdock-3-reviews", migrate: ReviewStore.createTable)
    migrator.registerMigration("dockdock-4-onboarding", migrate: PreferenceStore.createTables)
    migrator.registerMigration("dockdock-5-aladin", migrate: AladinCache.createTables)
  }

  /// Removes all that a person has, in the transaction in which the person's account is deleted.
  public func removeAll(of person: UUID, _ db: Database) throws {
    // Records and reviews go with the entries of the shelf.
    try Shelf.removeAll(of: person, db)
    let key = person.uuidString.lowercased()
    for table in ["reviewer", "reading_preference", "reading_report"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE userID = ?", arguments: [key])
    }
  }

  /// The catalogue for a caller. Addresses of covers begin with the address at which the caller reached the server.
  public func books(for caller: Caller) -> Books {
    Books(
      search: { query, maxResults, start, queryType, sort in
        let page = CatalogueQuery(
          query,
          field: (queryType ?? .keyword).field,
          sort: (sort ?? .accuracy).order,
          page: try checked(start ?? 1, "start", 1...Int(Int32.max)),
          pageSize: try checked(maxResults ?? 10, "maxResults", CatalogueQuery.pageSizes)
        )
        return try await known.search(page, baseURL: caller.baseURL)
      },
      lookUp: { search, maxResults, start in
        let page = CatalogueQuery(
          search,
          field: .title,
          page: try checked(start ?? 1, "start", 1...Int(Int32.max)),
          pageSize: try checked(maxResults ?? 10, "maxResults", CatalogueQuery.pageSizes)
        )
        return try await known.lookUp(page, baseURL: caller.baseURL)
      },
      show: { id in
        try await book(id, caller)
      }
    )
  }

  /// The shelf of a caller.
  public func readingBooks(for caller: Caller) -> ReadingBooks {
    ReadingBooks(
      list: { status, page, limit in
        let part = try Part(page: page, limit: limit, usual: 20)
        let (entries, total) = try await shelf.entries(of: caller.requireUser(), status, part)
        let books = try await known.books(entries.map(\.bookID), baseURL: caller.baseURL)
        return Counted(entries.map { ReadingBook($0, books[$0.bookID]) }, total: total)
      },
      add: { new in
        let book = try await book(new.bookID, caller)
        return ReadingBook(try await shelf.add(new, book, for: caller.requireUser()), book)
      },
      show: { id in
        let entry = try await shelf.entry(id, of: caller.requireUser())
        return ReadingBook(entry, try await bookIfThere(entry, caller))
      },
      update: { id, changes in
        let user = try caller.requireUser()
        let book = try await bookIfThere(try await shelf.entry(id, of: user), caller)
        return ReadingBook(try await shelf.update(id, changes, book, of: user), book)
      },
      remove: { id in
        try await shelf.remove(id, of: caller.requireUser())
      }
    )
  }

  func book(_ id: Book.ID, _ caller: Caller) async throws -> Book {
    guard let book = try await known.book(id, baseURL: caller.baseURL) else {
      throw APIError.notFound(
        Sentence(korean: "책을 찾을 수 없습니다.", english: "There is no such book."),
        serverCode: "BOOK_NOT_FOUND"
      )
    }
    return book
  }

  /// A book may be gone from the catalogue; the entry stays.
  private func bookIfThere(_ entry: ShelfEntry, _ caller: Caller) async throws -> Book? {
    try await known.books([entry.bookID], baseURL: caller.baseURL)[entry.bookID]
  }
}
