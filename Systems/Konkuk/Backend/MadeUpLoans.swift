import Catalogue
import Konkuk
import Naru

extension LoanHistory.MadeUp {
  /// How many loans there are, but for rounding.
  private static let total = 300_000.0
  /// How many months they are of.
  private static let monthCount = 36
  /// How much is borrowed in each month of the year: two terms, and less in the holidays.
  private static let seasons = [0.5, 0.5, 1.5, 1.4, 1.3, 1.1, 0.5, 0.4, 1.5, 1.4, 1.3, 0.9]

  /// A history of some books, always the same for the same books and the same last month. It is made up.
  ///
  /// A few books are borrowed much and most are borrowed little (as Zipf found it for words), and each has half a year in
  /// which it is in fashion. Nothing but sums, products and quotients is used, which are the same on every machine.
  static func make(of books: [ISBN], until last: LoanMonth) -> Self {
    var numbers = SeededRandom(seed: 1931)
    let firstMonth = last.number - monthCount + 1
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
      books: books.indices.map { book in
        let loans = (0..<monthCount).map { month in
          // The fraction is the chance of one more.
          Int(weight(book, month) / sum * total + Double(numbers.below(1_000_000)) / 1_000_000)
        }
        return (books[book].number, loans.map { min($0, Int(UInt16.max)) })
      }
    )
  }
}

extension SeededRandom {
  /// A number from 0 to below another one. The last few are less likely by one in 2⁴⁰ or so.
  fileprivate mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }
}
