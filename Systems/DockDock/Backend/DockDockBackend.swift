import Catalogue
package import DockDock
package import Foundation
package import Naru
package import ServedSystem
package import Storage

/// DockDock's backend.
///
/// Mount `books(for:)`, `readingBooks(for:)`, `readingRecords(for:)`, `reviews(for:)`, `reviewPictures(for:)`, `onboarding(for:)`
/// and `users(for:)`. Run the migrations first, including the catalogue's. The catalogue is in the same database.
package struct DockDockBackend: Sendable {
  let database: Database
  let catalogue: Catalogue
  var now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID
  let pictures: PictureStore

  /// Creates the backend on the server's database and catalogue.
  package init(_ context: SystemContext) throws {
    (database, now, makeID) = (context.database, context.now, context.makeID)
    catalogue = Catalogue(context.database)
    pictures = PictureStore("dockdock_picture", at: "/api/v1/reviews", context)
  }

  /// Adds the migrations of DockDock's tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("dockdock-1-tables", DockDockTables.create)
    migrations.add("dockdock-2-pictures") { db in
      try db.script(PictureStore.create("dockdock_picture", of: "TEXT NOT NULL REFERENCES dockdock_review (id)"))
    }
  }

  /// Deletes all data of a user, in the transaction that deletes the account.
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
        guard let book = try await catalogue.book(id: DemoBooks.known(id)) else { throw APIError.bookNotFound(id) }
        return Book(book, baseURL: caller.baseURL)
      }
    )
  }

  /// Returns the caller as a reader.
  package func users(for caller: Caller) -> Users {
    Users(
      me: {
        // A reader who is known does not wait for writers; only a new user needs a write.
        if let user = try await read(caller, { try $0.userIfKnown() }) { return user }
        return try await write(caller) { try $0.enter().user($0.user) }
      },
      update: { changes in try await write(caller) { try $0.update(changes) } }
    )
  }

  /// Returns the shelf of a caller.
  package func readingBooks(for caller: Caller) -> ReadingBooks {
    ReadingBooks(
      list: { status, page, limit in
        let page = Page(number: page, size: limit, default: 20)
        return try await read(caller) { try $0.entries(status, page) }
      },
      add: { new in try await write(caller) { try $0.add(new) } },
      show: { id in try await read(caller) { try $0.readingBook($0.entry(id)) } },
      update: { id, changes in try await write(caller) { try $0.update(id, changes) } },
      remove: { id in try await write(caller) { try $0.remove(id) } }
    )
  }

  /// Returns the records of a caller.
  package func readingRecords(for caller: Caller) -> ReadingRecords {
    ReadingRecords(
      list: { readingBook, page, limit in
        let page = Page(number: page, size: limit, default: 50)
        return try await read(caller) { try $0.rows(readingBook, page) }
      },
      add: { new in try await write(caller) { try $0.add(new) } },
      update: { id, changes in try await write(caller) { try $0.update(id, changes) } },
      remove: { id in try await write(caller) { try $0.removeRow(id, ReadingRecord.self) } }
    )
  }

  /// Returns the reviews that a caller can see.
  package func reviews(for caller: Caller) -> Reviews {
    Reviews(
      list: { readingBook, page, limit in
        let page = Page(number: page, size: limit, default: 50)
        return try await read(caller) { try $0.reviews(readingBook, page) }
      },
      ofBook: { id, page, limit in
        let page = Page(number: page, size: limit, default: 50)
        return try await database.read { db in
          guard let book = try Catalogue.book(id: id, db) else { throw APIError.bookNotFound(id) }
          return try DockDockStore.reviews(ofBook: book.id, for: caller.user, page, db)
        }
      },
      add: { new in
        if !new.isPublic { ChangeFeed.tellOnlyCaller() }
        return try await write(caller) { try $0.add(new) }
      },
      update: { id, changes in
        let review = try await write(caller) { try $0.update(id, changes) }
        // It was private before as well.
        if !review.isPublic, changes.isPublic == nil { ChangeFeed.tellOnlyCaller() }
        return review
      },
      remove: { id in try await write(caller) { try $0.removeRow(id, ReviewRow.self) } }
    )
  }

  /// Returns the onboarding and the report of a caller.
  package func onboarding(for caller: Caller) -> Onboarding {
    Onboarding(
      genres: { GenreList.entries.map(\.genre) },
      setPreferences: { answers in try await write(caller) { try $0.set(answers) } },
      status: { OnboardingStatus(completed: try await read(caller, { try $0.preferences() }) != nil) },
      makeReport: { try await makeReport(caller) },
      report: {
        guard let report = try await read(caller, { try $0.report() }) else {
          throw APIError(declared: .reportNotFound, [.korean: "아직 만든 리포트가 없습니다.", .english: "There is no report yet."])
        }
        return report
      }
    )
  }

  private func makeReport(_ caller: Caller) async throws -> ReadingReport {
    // Not in the transaction: choosing the books reads much of the catalogue. Answers are never deleted, so a repeated
    // request gets here too.
    guard let answers = try await read(caller, { try $0.preferences() }) else {
      throw APIError.invalidRequest([
        .korean: "먼저 `POST /onboarding/preferences`로 취향을 알려 주세요.",
        .english: "Send your preferences with `POST /onboarding/preferences` first.",
      ])
    }
    let maker = ReportMaker(answers: answers, history: try await read(caller, { try $0.history() })) { classes, limit in
      try await catalogue.books(classes: classes, limit: limit).map { Book($0, baseURL: caller.baseURL) }
    }
    let report = try await maker.report(userID: caller.requireUser().key, now: now())
    return try await write(caller) { store in
      try store.set(report)
      return report
    }
  }

  /// Returns the number of books on a page. Larger numbers are capped.
  private func pageSize(_ maxResults: Int?) -> Int {
    min(maxResults ?? 10, CatalogueQuery.pageSizes.upperBound)
  }

  func read<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (DockDockStore) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    return try await database.read { try body(store($0, user, caller.baseURL)) }
  }

  func write<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (DockDockStore) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    return try await database.write(for: user) { try body(store($0, user, caller.baseURL)) }
  }

  private func store(_ db: Transaction, _ user: Caller.User, _ baseURL: String) -> DockDockStore {
    DockDockStore(db: db, user: user, now: Date(milliseconds: now().milliseconds), makeID: makeID, baseURL: baseURL)
  }
}
