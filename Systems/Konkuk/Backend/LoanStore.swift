import Catalogue
import Foundation
import Konkuk
import Storage

/// The loans in the database: the made-up ones by book, and the recorded ones one by one.
struct LoanStore: Sendable {
  /// The made-up loans of the books that have any. In a large catalogue most books have none.
  struct MadeUp: Sendable {
    /// The number of the first month; see `LoanMonth.number`.
    var firstMonth = 0
    /// The loans of each book in each month.
    var books: [(isbn: Int64, loans: [UInt16])] = []
  }

  /// A recorded loan. Its properties are columns.
  struct Loan: Codable, Sendable {
    var number: Int64
    var isbn: Int64
    /// The number of the month.
    var month: Int
  }

  let database: Database

  static func createTables(_ db: Transaction) throws {
    // `loans` has a 16-bit little-endian number for each month.
    try db.script(
      """
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

  /// Records a loan. Loans are committed in the order of their numbers, so that whoever has counted a loan has counted all before it.
  static func add(_ isbn: ISBN, _ month: LoanMonth, _ db: Transaction) throws {
    try db.numberRowsInOrder("konkuk_loan")
    try db.run("INSERT INTO konkuk_loan (isbn, month) VALUES (\(isbn.number), \(month.number))")
  }

  /// Returns the recorded loans after a number, in order.
  func loans(after number: Int64) async throws -> [Loan] {
    try await database.read { db in
      try db.all("SELECT * FROM konkuk_loan WHERE number > \(number) ORDER BY number", as: Loan.self)
    }
  }

  /// Returns whether there are made-up loans.
  func hasMadeUp() async throws -> Bool {
    try await database.read(Self.hasMadeUp)
  }

  /// Returns the made-up loans.
  func madeUp() async throws -> MadeUp { try await database.read(Self.fetch) }

  /// Makes loans if there are none.
  func makeIfEmpty(of books: [ISBN], until last: LoanMonth) async throws {
    try await database.write { db in
      // Another process may have been faster.
      guard try !Self.hasMadeUp(db) else { return }
      let new = MadeUp.make(of: books, until: last)
      for book in new.books {
        let bytes = book.loans.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        try db.run(
          """
          INSERT INTO konkuk_made_up_loans (isbn, first_month, loans)
          VALUES (\(book.isbn), \(new.firstMonth), \(Data(bytes)))
          """
        )
      }
    }
  }

  private static func hasMadeUp(_ db: Transaction) throws -> Bool {
    try db.exists("SELECT 1 FROM konkuk_made_up_loans LIMIT 1")
  }

  private static func fetch(_ db: Transaction) throws -> MadeUp {
    var history = MadeUp()
    try db.each("SELECT isbn, first_month, loans FROM konkuk_made_up_loans ORDER BY isbn") { row in
      let isbn: Int64 = try row["isbn"]
      history.firstMonth = try row["first_month"]
      let bytes = [UInt8](try row["loans"] as Data)
      let loans = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
      history.books.append((isbn, loans))
    }
    return history
  }
}
