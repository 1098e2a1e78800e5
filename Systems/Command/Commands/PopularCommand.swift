import ArgumentParser
import CommandSupport
import Foundation
import Konkuk
import Naru

struct PopularCommand: AsyncParsableCommand {
  static let configuration = about(
    "도서관에서 많이 빌린 책을 보여 줍니다.",
    "Shows the most borrowed books of the library.",
    name: "popular",
    subcommands: [List.self, Borrow.self],
    default: List.self
  )

  struct List: ServerCommand {
    static let configuration = about("많이 빌린 책을 보여 줍니다.", "Lists the most borrowed books.")

    @Option(
      help: .text(
        "분야: \(Self.categories) 또는 0 이상 9 이하.",
        "The category: \(Self.categories), or 0 to 9.",
        valueName: "name"
      )
    )
    var category: String?

    @Option(help: .text("권수, 1 이상 100 이하.", "The number of books, 1 to 100.", valueName: "n"))
    var limit = 10

    @Option(help: .text("첫 달, 예: 202603.", "The first month, such as 202603.", valueName: "yyyyMM"))
    var from: String?

    @Option(help: .text("마지막 달, 예: 202608.", "The last month, such as 202608.", valueName: "yyyyMM"))
    var to: String?

    @OptionGroup var options: ClientOptions

    fileprivate static let categories = BookCategory.allCases.map(\.name).joined(separator: ", ")

    func validate() throws {
      try require(
        (1...100).contains(limit),
        "--limit은 1 이상 100 이하여야 합니다: \(limit)",
        "--limit is 1 to 100, not \(limit)."
      )
      _ = try (wanted(), months())
    }

    func run(_ server: ServerConnection) async throws {
      let list = try await server.api(PopularBooks.self).mostBorrowed(max: limit, category: wanted(), months: months())
      try await server.show(list, KonkukFormat.self) {
        guard !list.books.isEmpty else { return printLine("빌린 책이 없습니다.", "No loans.") }
        Table(list.books) {
          Column(number: "대출", "LOANS", \.loanCount)
          Column("제목", "TITLE", flexible: true, \.title)
          Column("지은이", "AUTHOR", flexible: true, \.author)
          Column("ISBN", \.isbn)
        }.print()
      }
    }

    private func wanted() throws -> BookCategory? {
      guard let category else { return nil }
      let word = category.precomposedStringWithCanonicalMapping
      let found = BookCategory.allCases.first { $0.title == word || $0.word == word.lowercased() }
      return try require(
        found ?? Int(category).flatMap(BookCategory.init(rawValue:)),
        "분야가 아닙니다: \(category). 분야: \(Self.categories)",
        "“\(category)” is not a category. The categories are: \(Self.categories)."
      )
    }

    private func months() throws -> LoanMonths? {
      if from == nil, to == nil { return nil }
      let (first, last) = (from.flatMap { LoanMonth($0) }, to.flatMap { LoanMonth($0) })
      return try require(
        first.flatMap { first in last.map { LoanMonths(from: first, to: $0) } },
        "--from과 --to는 함께 써야 하고, 달은 202603처럼 씁니다.",
        "Use --from and --to together, and write months as 202603."
      )
    }
  }

  struct Borrow: ServerCommand {
    static let configuration = about("책을 빌립니다. 한 번 빌릴 때마다 대출 수가 늘어납니다.", "Borrows a book, which adds a loan.")

    @Argument(help: .text("책의 ISBN.", "The book's ISBN."), transform: notBlank)
    var isbn: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let loan = try await server.api(Loans.self).borrow(loan: NewLoan(isbn: isbn))
      let place = "(\(BookCategory(rawValue: loan.category)?.name ?? ""), \(loan.month))"
      try await server.show(
        loan,
        KonkukFormat.self,
        "빌렸습니다: \(loan.title)  \(place)",
        "Borrowed: \(loan.title)  \(place)"
      )
    }
  }
}

extension BookCategory {
  /// The name in English, as one word: `social-sciences`.
  fileprivate var word: String {
    "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }

  /// The name in the language of this process.
  fileprivate var name: String { text(title, word) }
}
