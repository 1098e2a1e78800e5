import Catalogue
import Foundation
import GRDB
import Konkuk

/// The loans in the database: the made-up ones by book, and the recorded ones one by one.
struct LoanHistory: Sendable {
  /// The made-up loans of all books.
  struct MadeUp: Sendable {
    /// The number of the first month; see `LoanMonth.number`.
    var firstMonth = 0
    /// The loans of each book in each month.
    var books: [(isbn: Int64, loans: [Int])] = []
  }

  /// A recorded loan.
  struct Loan: Sendable {
    var number: Int64
    var isbn: Int64
    /// The number of the month.
    var month: Int
  }

  let database: any DatabaseWriter

  static func createTables(_ db: Database) throws {
    // `loans` has a 16-bit little-endian number for each month.
    try db.execute(
      sql: """
        CREATE TABLE konkuk_made_up_loans (
          isbn INTEGER PRIMARY KEY,
          first_month INTEGER NOT NULL,
          loans BLOB NOT NULL
        );

        CREATE TABLE konkuk_loan (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          isbn INTEGER NOT NULL,
          month INTEGER NOT NULL
        );
        """
    )
  }

  func record(_ isbn: ISBN, _ month: LoanMonth) async throws {
    try await database.write { db in
      try db.execute(
        sql: "INSERT INTO konkuk_loan (isbn, month) VALUES (?, ?)",
        arguments: [isbn.number, month.number]
      )
    }
  }

  /// Returns the recorded loans after a number, in order.
  func loans(after number: Int64) async throws -> [Loan] {
    try await database.read { db in
      try Row.fetchAll(
        try db.cachedStatement(sql: "SELECT number, isbn, month FROM konkuk_loan WHERE number > ? ORDER BY number"),
        arguments: [number]
      ).map { Loan(number: $0[0], isbn: $0[1], month: $0[2]) }
    }
  }

  /// Returns the made-up loans, and makes them if there are none.
  func makeIfEmpty(of books: [ISBN], until last: LoanMonth) async throws -> MadeUp {
    let known = try await database.read(Self.fetch)
    guard known.books.isEmpty else { return known }
    return try await database.write { db in
      // Another process may have been faster.
      let known = try Self.fetch(db)
      guard known.books.isEmpty else { return known }
      let new = MadeUp.make(of: books, until: last)
      let insert = try db.makeStatement(
        sql: "INSERT INTO konkuk_made_up_loans (isbn, first_month, loans) VALUES (?, ?, ?)"
      )
      for book in new.books {
        let bytes = book.loans.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        try insert.execute(arguments: [book.isbn, new.firstMonth, Data(bytes)])
      }
      return new
    }
  }

  private static func fetch(_ db: Database) throws -> MadeUp {
    var history = MadeUp()
    let rows = try Row.fetchCursor(db, sql: "SELECT isbn, first_month, loans FROM konkuk_made_up_loans ORDER BY isbn")
    while let row = try rows.next() {
      history.firstMonth = row[1]
      let bytes = [UInt8](row[2] as Data)
      let loans = stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
      history.books.append((row[0], loans))
    }
    return history
  }
}
