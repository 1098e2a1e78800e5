import Storage

/// Changes of a few books. The rows of the others stay as they are.
extension SearchIndex {
  /// Returns the statements that change the index as the books of a table come into the catalogue or change there. Returns
  /// `nil` if two neighboring books leave no room for one between them.
  ///
  /// Most of the work is to cut strings into tokens, and is done here, so that the transaction that runs the statements is short. The table
  /// of books must not change between.
  func changes(forBooksIn table: String, _ db: Transaction) throws -> [SQL]? {
    guard let new = try entries(forBooksIn: table, db) else { return nil }
    let old: [Place] = try db.all(
      "SELECT number, isbn FROM \(name: prefix + Self.entries) WHERE isbn IN \(list: new.map(\.place.isbn))"
    ) { Place(number: try $0["number"], isbn: try $0["isbn"]) }
    let (removed, added) = (
      try keys(of: old, in: prefix + BookTable.name, db), try keys(of: new.map(\.place), in: table, db)
    )
    var changes = statements(db.index.deletion, for: removed)
    changes.append("DELETE FROM \(name: prefix + Self.entries) WHERE number IN \(list: old.map(\.number))")
    changes += new.map { entry in
      """
      INSERT INTO \(name: prefix + Self.entries) (number, isbn, newest, alphabetical)
      VALUES (\(entry.place.number), \(entry.place.isbn), \(entry.newest), \(entry.alphabetical))
      """
    }
    return changes + statements(db.index.insertion, for: added)
  }

  private func statements(_ make: ([String], Int64, String) -> SQL, for books: [Keys]) -> [SQL] {
    IndexText.Table.allCases.flatMap { table in
      books.map { make($0.tokens(for: table), $0.number, prefix + table.rawValue) }
    }
  }

  /// Returns rows for the books of a table, with places between all other books, in the order of their ranks.
  private func entries(forBooksIn table: String, _ db: Transaction) throws -> [Entry]? {
    let changes: [(isbn: Int64, newest: Int64, turn: Int)] = try db.all(
      """
      SELECT isbn, \(BookOrder.newest) AS newest,
        row_number() OVER (ORDER BY \(BookOrder.alphabetical.key(db))) AS turn
      FROM \(name: table) ORDER BY \(BookOrder.rank.key(db))
      """
    ) { (try $0["isbn"], try $0["newest"], try $0["turn"]) }
    let byTitle = changes.sorted { $0.turn < $1.turn }
    guard let numbers = try places(for: changes.map(\.isbn), of: table, in: .rank, db),
      let alphabetical = try places(for: byTitle.map(\.isbn), of: table, in: .alphabetical, db)
    else { return nil }
    return zip(changes, numbers).map { book, number in
      Entry(
        place: Place(number: number, isbn: book.isbn),
        newest: book.newest,
        alphabetical: alphabetical[book.turn - 1]
      )
    }
  }

  /// Returns places for books of a table, which are in their order; nil if there is no room between two other books.
  private func places(
    for books: [Int64],
    of table: String,
    in order: BookOrder,
    _ db: Transaction
  ) throws -> [Int64]? {
    var gaps: [(range: Range<Int64>, books: Int64)] = []
    for isbn in books {
      let range = try gap(for: isbn, of: table, in: order, room: order.step * Int64(books.count + 1), db)
      if gaps.last?.range == range { gaps[gaps.count - 1].books += 1 } else { gaps.append((range, 1)) }
    }
    var places: [Int64] = []
    for gap in gaps {
      let step = min(order.step, (gap.range.upperBound - gap.range.lowerBound) / (gap.books + 1))
      guard step > 0 else { return nil }
      // At the end of the gap, because later books are newer, and come before these.
      places += (0..<gap.books).map { gap.range.upperBound - step * (gap.books - $0) }
    }
    return places
  }

  /// Returns the places of the books before and after a book of a table. There is `room` after the last one.
  private func gap(
    for isbn: Int64,
    of table: String,
    in order: BookOrder,
    room: Int64,
    _ db: Transaction
  ) throws -> Range<Int64> {
    let (column, entries, key) = (order.rawValue, prefix + Self.entries, order.key(db))
    let last: Int64 = try db.value("SELECT coalesce(max(\(name: column)), 0) FROM \(name: entries)")
    var before: Int64 = 0
    var after = last + room
    // The books from this place on come after the book.
    var end = last + 1
    while before + 1 < end {
      let middle = (before + end) / 2
      let next: (place: Int64, isBefore: Bool)? = try db.first(
        """
        SELECT \(name: column) AS place, (\(key)) < (SELECT \(key) FROM \(name: table) WHERE isbn = \(isbn)) AS is_before
        FROM \(name: entries) JOIN \(name: prefix + BookTable.name) USING (isbn)
        WHERE \(name: column) >= \(middle) AND \(name: column) < \(end) AND isbn NOT IN (SELECT isbn FROM \(name: table))
        ORDER BY \(name: column) LIMIT 1
        """
      ) { (try $0["place"], try $0["is_before"]) }
      if let next, next.isBefore {
        before = next.place
      } else {
        after = next?.place ?? after
        end = middle
      }
    }
    return before..<after
  }
}
