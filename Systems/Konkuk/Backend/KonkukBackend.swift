import Catalogue
import Foundation
package import Konkuk
package import Naru
import Rules
package import ServedSystem
package import Storage
import Support

/// The library's backend: the most borrowed books, from a loan history of the embedded catalogue.
///
/// The history is made up from a fixed seed: about 100,000 loans a year since January 2023, with more loans during term
/// than in the holidays, and with fashions. It is made at the first request after there are books, and stored in the
/// database. Recorded loans are added to it.
///
/// Mount `popularBooks(for:)` and `loans(for:)`. Run the migrations first, including the catalogue's.
package struct KonkukBackend: Sendable {
  private let database: Database
  private let catalogue: Catalogue
  private let history: LoanStore
  private let now: @Sendable () -> Date
  /// The counts so far, cached because reading the history takes far longer than a query.
  private let counts = Locked<LoanCounts?>(nil)

  /// Creates the backend on the server's database and catalogue.
  package init(_ context: SystemContext) {
    (database, now) = (context.database, context.now)
    catalogue = Catalogue(context.database)
    history = LoanStore(database: context.database)
  }

  /// Adds the migrations of the library's tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("konkuk-1-tables", LoanStore.createTables)
  }

  /// Drops the counts, which are then made again from the database.
  package func forget() {
    counts.withLock { $0 = nil }
  }

  /// Returns the most borrowed books. URLs of covers begin with the address of the server.
  package func popularBooks(for caller: Caller) -> PopularBooks {
    PopularBooks(mostBorrowed: { max, _, category, months in
      let max = max ?? 10
      if let months, months.from > months.to {
        throw APIError.invalidRequest([
          .korean: "`fromDateReceived` 값은 `toDateReceived` 값보다 늦을 수 없습니다.",
          .english: "`fromDateReceived` must not be later than `toDateReceived`.",
        ])
      }
      let found = try await upToDate().mostBorrowed(max, category, months)
      let books = try await catalogue.books(ids: found.map(\.isbn.text))
      return PopularBookList(
        found.compactMap { isbn, loans in
          books[isbn.text].map { PopularBook($0, loans: loans, baseURL: caller.baseURL) }
        }
      )
    })
  }

  /// Makes the history, if there is none and there are books.
  package func prepare() async throws {
    guard try await !history.hasMadeUp() else { return }
    let books = try await catalogue.isbns()
    guard !books.isEmpty else { return }
    try await history.makeIfEmpty(of: books, until: LoanMonth(of: now()))
  }

  /// Returns the loans of a caller.
  package func loans(for caller: Caller) -> Loans {
    Loans(borrow: { new in
      guard let isbn = ISBN(new.isbn) else {
        throw APIError.invalidRequest([
          .korean: "`isbn` 값이 올바른 10자리 또는 13자리 ISBN이 아닙니다: “\(new.isbn.prefix(40))”",
          .english: "`isbn` is not a valid ISBN of 10 or 13 digits: “\(new.isbn.prefix(40))”",
        ])
      }
      let month = try LoanMonth(of: now())
      return try await database.write("borrow", for: caller.requireUser()) { db in
        guard let book = try Catalogue.book(id: isbn.text, db) else {
          throw APIError(
            declared: .bookUnknown,
            LocalizedMessage(korean: "도서관에서 이 책을 찾을 수 없습니다.", english: "The library does not have this book.")
          )
        }
        // The user is not stored with the loan.
        try LoanStore.add(isbn, month, db)
        return Loan(
          isbn: isbn.text,
          title: book.title,
          category: BookCategory(book.subject).rawValue,
          month: month.description
        )
      }
    })
  }

  /// Returns the counts with all loans, including those recorded by other processes.
  func upToDate() async throws -> LoanCounts {
    let known = counts.withLock { $0 }
    var current = known
    if current == nil { current = try await load() }
    guard var current else { return LoanCounts() }
    let loans = try await history.loans(after: current.lastLoan)
    guard known == nil || !loans.isEmpty else { return current }
    // Books that were added after the history was made.
    let unknown = try await catalogue.books(
      ids: loans.map(\.isbn).filter { [current] in !current.knows($0) }.map(String.init)
    )
    for loan in loans where !current.add(loan, category: { unknown[String($0)].map { BookCategory($0.subject) } }) {
      // It is the first loan of its month.
      current = try await load() ?? LoanCounts()
      break
    }
    // Of two concurrent counts, the count with more loans stays.
    let counted = current
    return counts.withLock { counts in
      if counts.map({ $0.lastLoan <= counted.lastLoan }) ?? true { counts = counted }
      return counted
    }
  }

  private func load() async throws -> LoanCounts? {
    try await prepare()
    let made = try await history.madeUp()
    guard !made.books.isEmpty else { return nil }
    let loans = try await history.loans(after: 0)
    let subjects = try await catalogue.subjects(of: Set(made.books.map(\.isbn) + loans.map(\.isbn)))
    return LoanCounts(made, loans) { subjects[$0].map { BookCategory($0) } }
  }
}

extension LoanMonth {
  /// Creates the month of a date in Seoul.
  init(of date: Date) throws(APIError) {
    let components = Seoul.calendar.dateComponents([.year, .month], from: date)
    guard let month = LoanMonth(year: components.year ?? 0, month: components.month ?? 0) else {
      throw APIError(.serverError, [.korean: "서버의 시계가 맞지 않습니다.", .english: "The server's clock is wrong."])
    }
    self = month
  }
}

extension BookCategory {
  /// Creates the category of a main class. The library has none for religion.
  init(_ subject: KDCClass?) {
    self =
      switch subject {
      case .general: .general
      case .philosophy: .philosophy
      case .socialSciences: .socialSciences
      case .language: .language
      case .naturalSciences: .naturalSciences
      case .technology: .technology
      case .arts: .arts
      case .literature: .literature
      case .history: .history
      case .religion, nil: .other
      }
  }
}

extension PopularBook {
  init(_ book: CatalogueBook, loans: Int, baseURL: String) {
    self.init(
      // The catalogue's books have no number but their ISBN, which every JSON parser reads exactly.
      id: Int(book.isbn.number),
      title: book.title,
      author: book.author ?? "",
      publisher: book.publisher ?? "",
      thumbnailURL: baseURL + CoverFile(book.isbn).path,
      isbn: book.isbn13,
      loanCount: loans
    )
  }
}
