import Catalogue
import Konkuk
import Naru
import Support

extension LoanStore.MadeUp {
  /// The number of loans in a year, except for rounding.
  private static let loansPerYear = 100_000.0
  /// The number of the first month, January 2023. The library's app always requests 202302 to 202304.
  private static let firstMonth = 2023 * 12
  /// The relative number of loans in each month of the year: two terms, and less in the holidays.
  private static let seasons = [0.5, 0.5, 1.5, 1.4, 1.3, 1.1, 0.5, 0.4, 1.5, 1.4, 1.3, 0.9]

  /// Makes up a history from January 2023, always the same for the same books and last month.
  ///
  /// Few books are borrowed often and most are borrowed rarely (Zipf's law), and each is in fashion for half a year.
  /// The calculation uses only sums, products and quotients, which are equal on every machine.
  static func make(of books: [ISBN], until last: LoanMonth) -> Self {
    var numbers = SeededRandom(seed: 1931)
    // The clock of a lab can be thousands of years away.
    let monthCount = min(max(last.number - firstMonth + 1, 1), 1200)
    let total = loansPerYear / 12 * Double(monthCount)
    var ranks = Array(books.indices)
    for index in ranks.indices.dropFirst() { ranks.swapAt(index, numbers.below(index + 1)) }
    let peaks = books.map { _ in Double(numbers.below(monthCount)) }

    func weight(_ book: Int, _ month: Int) -> Double {
      let fashion = max(0, 1 - abs(Double(month) - peaks[book]) / 6)
      return seasons[(firstMonth + month) % 12] * (0.5 + 1.5 * fashion) / Double(ranks[book] + 20)
    }
    let sum = books.indices.reduce(0) { sum, book in
      (0..<monthCount).reduce(sum) { $0 + weight(book, $1) }
    }
    return Self(
      firstMonth: firstMonth,
      books: books.indices.compactMap { book in
        let loans = (0..<monthCount).map { month in
          // The fraction is the probability of one more loan.
          Int(weight(book, month) / sum * total + Double(numbers.below(1_000_000)) / 1_000_000)
        }
        guard loans.contains(where: { $0 > 0 }) else { return nil }
        return (books[book].number, loans.map { UInt16(min($0, Int(UInt16.max))) })
      }
    )
  }
}

extension SeededRandom {
  /// Returns a number from 0 to below a bound. The last few are less likely by about one in 2⁴⁰.
  fileprivate mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }
}
