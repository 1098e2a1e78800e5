import Catalogue
import Foundation
import Konkuk
import KonkukBackend
import Naru
import Storage
import StorageTesting
import SystemTesting

/// The library's backend on a database of its own.
typealias TestLibrary = TestBackend<KonkukBackend>

/// A library with the shipped books and their history, which are made once.
private let shippedLibrary = Task {
  let library = try TestLibrary(on: TestDatabase.make())
  try await library.fill()
  return library
}

extension TestLibrary {
  /// A library with the shipped books and their history, for tests that only read.
  static var shared: TestLibrary {
    get async throws { try await shippedLibrary.value }
  }

  /// Creates a library with the shipped books and their history.
  init() async throws {
    let database = try TestDatabase.make()
    if TestDatabase.isPostgreSQL {
      try self.init(on: database)
      try await fill()
    } else {
      try await Self.shared.database.copyPages(to: database)
      try self.init(on: database)
    }
  }

  /// Adds the shipped books and their history.
  fileprivate func fill() async throws {
    _ = try catalogue.seedIfEmpty()
    try await backend.prepare()
  }

  /// Creates a library with the books of a table.
  init(csv: String) throws {
    try self.init(on: TestDatabase.make())
    try importBooks(csv)
  }

  /// Creates a library on a database. The end of February 2026 in UTC is March in Seoul.
  init(on database: Database) throws {
    try self.init(database, at: Date(timeIntervalSince1970: 1_772_293_000))
  }

  var books: PopularBooks { PopularBooks.live(client()) }

  func borrow(_ isbn: String) async throws -> Loan {
    try await Loans.live(client("hong")).borrow(loan: NewLoan(isbn: isbn))
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
