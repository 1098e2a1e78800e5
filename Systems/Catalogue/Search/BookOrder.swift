import Storage

/// An order of the books, stored as places in a column. The places have gaps, so that a book can come between two others
/// without another place for them.
enum BookOrder: String {
  /// The order of equal matches: short titles first, then new books.
  case rank = "number"
  /// By title.
  case alphabetical

  /// The distance between two books when all get their places. An index stores the distances of the books of each word, so
  /// the gaps of ranks are small.
  var step: Int64 {
    switch self {
    case .rank: 32
    case .alphabetical: 1 << 20
    }
  }

  /// The distance in addition between ranks of different ``lengths(_:)``, because most books that are added are the newest
  /// of their length.
  static let newBooks: Int64 = 1 << 16

  /// The columns of the table of books, and expressions of them, that the books are sorted by in ascending order.
  func key(_ db: Transaction) -> SQL {
    switch self {
    case .rank: "\(Self.lengths(db)), \(Self.newest), isbn"
    case .alphabetical: "title_key, isbn"
    }
  }

  /// The lengths of the main title and of the whole one.
  static func lengths(_ db: Transaction) -> SQL {
    "\(db.index.firstSpace(in: "title_key")), length(title_key)"
  }

  /// A number that is smaller for a newer book: -20200131 for 2020-01-31, -20200000 for 2020, and 1 without a date.
  static let newest: SQL = "coalesce(-CAST(substr(replace(publication_date, '-', '') || '0000', 1, 8) AS INTEGER), 1)"
}
