import Catalogue
import Foundation
import Konkuk
import KonkukBackend
import Naru
import ServedSystem
import Storage
import StorageTesting
import SystemTesting

/// The library's backend on a database of its own, with an adjustable clock.
struct TestLibrary: Sendable {
  let server: TestServer
  let backend: KonkukBackend
  let catalogue: Catalogue
  let database: Database
  let clock: Locked<Date>

  /// A library with the shipped books and their history, which are made once, for tests that only read.
  static var shared: TestLibrary {
    get async throws { try await shipped.value }
  }

  private static let shipped = Task {
    let library = try TestLibrary(try database())
    try await library.fill()
    return library
  }

  /// Creates a library with the shipped books and their history.
  init() async throws {
    let database = try Self.database()
    if TestDatabase.isPostgreSQL {
      try self.init(database)
      try await fill()
    } else {
      try await Self.shared.database.copyPages(to: database)
      try self.init(database)
    }
  }

  /// Adds the shipped books and their history.
  private func fill() async throws {
    _ = try catalogue.seedIfEmpty()
    try await backend.prepare()
  }

  /// Creates a library with the books of a table.
  init(csv: String) throws {
    try self.init(try Self.database())
    try importBooks(csv)
  }

  /// Creates a library on an existing database.
  init(_ database: Database) throws {
    // The end of February 2026 in UTC is March in Seoul.
    let clock = Locked(Date(timeIntervalSince1970: 1_772_293_000))
    let catalogue = Catalogue(database)
    let backend = KonkukBackend(database: database, catalogue: catalogue, now: { clock.withLock { $0 } })
    self.database = database
    self.clock = clock
    self.catalogue = catalogue
    self.backend = backend
    server = TestServer([
      ServedContract(PopularBooks.self, options: TestServer.options) { backend.popularBooks(for: $0) },
      ServedContract(Loans.self, options: TestServer.options) { backend.loans(for: $0) },
    ])
  }

  static func database() throws -> Database {
    let database = try TestDatabase.make()
    try migrate(database)
    return database
  }

  /// A database of an earlier version of the program.
  static func database(upTo migration: String) throws -> Database {
    let database = try Database.inMemory()
    try database.migrate(migrations, upTo: migration)
    return database
  }

  static func migrate(_ database: Database) throws {
    try database.migrate(migrations)
  }

  private static var migrations: Migrations {
    var migrations = Migrations()
    DeletedPeople.addMigrations(to: &migrations)
    Catalogue.addMigrations(to: &migrations)
    KonkukBackend.addMigrations(to: &migrations)
    return migrations
  }

  func importBooks(_ csv: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(csv.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try catalogue.importCSV(from: file)
  }

  var books: PopularBooks { PopularBooks.live(server.client()) }

  func borrow(_ isbn: String) async throws -> Loan {
    try await Loans.live(server.client("hong")).borrow(loan: NewLoan(isbn: isbn))
  }

  /// One book of each main class, and one without a class.
  static let csv: String = {
    let isbns = [
      "9788966260959", "9788983920683", "9788932917245", "9788937460449", "9788936433598", "9788934972464",
      "9788983711892", "9788937834790", "9788970127248", "9788936434267",
    ]
    let rows = isbns.enumerated().map { "\($1),책 \($0),,지은이,펴낸곳,2020,10000,\($0)00,03000" }
    return
      (["isbn13,title,volume,author,publisher,pub_date,price_krw,kdc,addon_code"] + rows + ["9788900059526,무제,,,,,,,"])
      .joined(separator: "\n")
  }()
}

extension LoanMonths {
  init(_ from: String, _ to: String) throws {
    guard let from = LoanMonth(from), let to = LoanMonth(to) else { throw APIError(.unknown) }
    self.init(from: from, to: to)
  }
}
