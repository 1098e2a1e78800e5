import Catalogue
import Konkuk

/// The number of loans of each book up to each month, so that a span of months is one subtraction per book.
struct LoanCounts: Sendable {
  /// The number of the last recorded loan in the counts.
  private(set) var lastLoan: Int64 = 0
  /// The months with loans, in order. Those between them have no sums: the clock of a lab can be thousands of years away.
  private var months: [Int] = []
  /// The number of sums for each book: a 0, and one for each month.
  private var width: Int { months.count + 1 }
  private var isbns: [Int64] = []
  /// The rows of each category, by its code.
  private var rows: [[Int]] = BookCategory.allCases.map { _ in [] }
  private var rowOfISBN: [Int64: Int] = [:]
  /// `width` sums for each book, one book after another.
  private var sums: [Int32] = []

  /// Creates counts without loans.
  init() {}

  /// Counts loans. Loans of books without a category are left out, because the books are no longer in the catalogue.
  init(_ history: LoanStore.MadeUp, _ loans: [LoanStore.Loan], category: (Int64) -> BookCategory?) {
    let madeUp = history.books.first?.loans.indices ?? 0..<0
    months = Set(madeUp.map { history.firstMonth + $0 } + loans.map(\.month)).sorted()
    sums.reserveCapacity(history.books.count * width)
    for book in history.books {
      guard let category = category(book.isbn) else { continue }
      let row = addRow(book.isbn, category)
      var sum: Int32 = 0
      for (place, month) in months.enumerated() {
        let index = month - history.firstMonth
        if book.loans.indices.contains(index) { sum += Int32(book.loans[index]) }
        sums[row * width + place + 1] = sum
      }
    }
    for loan in loans { _ = add(loan, category: category) }
  }

  /// Returns whether a book is in the counts.
  func knows(_ isbn: Int64) -> Bool { rowOfISBN[isbn] != nil }

  /// Counts a loan, unless it is already counted. Returns whether its month has sums.
  mutating func add(_ loan: LoanStore.Loan, category: (Int64) -> BookCategory?) -> Bool {
    guard loan.number > lastLoan else { return true }
    guard let place = months.lastIndex(of: loan.month) else { return false }
    lastLoan = loan.number
    if let row = rowOfISBN[loan.isbn] ?? category(loan.isbn).map({ addRow(loan.isbn, $0) }) {
      for index in (row * width + place + 1)..<((row + 1) * width) { sums[index] += 1 }
    }
    return true
  }

  /// Returns the most borrowed books with their loans. Books with equal loans are in the order of their ISBN.
  func mostBorrowed(_ max: Int, _ category: BookCategory?, _ span: LoanMonths?) -> [(isbn: ISBN, loans: Int)] {
    guard !isbns.isEmpty else { return [] }
    let from = span.map { span in months.count { $0 < span.from.number } } ?? 0
    let to = span.map { span in months.count { $0 <= span.to.number } } ?? width - 1
    var best = Best(count: max)
    for rows in category.map({ [rows[$0.rawValue]] }) ?? rows { scan(rows, from, to, &best) }
    return best.books.compactMap { book in ISBN(String(book.isbn)).map { ($0, Int(book.loans)) } }
  }

  /// Scans plain memory, because ten thousand books are scanned for a response; many times faster in a debug build.
  private func scan(_ rows: [Int], _ from: Int, _ to: Int, _ best: inout Best) {
    rows.withUnsafeBufferPointer { rows in
      sums.withUnsafeBufferPointer { sums in
        var least = best.least
        var index = 0
        while index < rows.count {
          let start = rows[index] * width
          let loans = sums[start + to] - sums[start + from]
          if loans > 0, loans >= least {
            best.add(isbns[rows[index]], loans)
            least = best.least
          }
          index += 1
        }
      }
    }
  }

  private mutating func addRow(_ isbn: Int64, _ category: BookCategory) -> Int {
    let row = isbns.count
    isbns.append(isbn)
    rows[category.rawValue].append(row)
    rowOfISBN[isbn] = row
    sums.append(contentsOf: repeatElement(0, count: width))
    return row
  }

  /// The best books so far, best first.
  private struct Best {
    let count: Int
    private(set) var books: [(isbn: Int64, loans: Int32)] = []
    /// The minimum number of loans to be among them: the last book's, once there are enough books.
    private(set) var least: Int32 = 0

    init(count: Int) {
      self.count = count
      books.reserveCapacity(count + 1)
    }

    mutating func add(_ isbn: Int64, _ loans: Int32) {
      let place = books.firstIndex { $0.loans < loans || $0.loans == loans && $0.isbn > isbn } ?? books.count
      guard place < count else { return }
      books.insert((isbn, loans), at: place)
      if books.count > count { books.removeLast() }
      if books.count == count { least = books[count - 1].loans }
    }
  }
}
