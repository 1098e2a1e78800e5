import Storage

/// One way to read a query, as a statement: patterns that must all be found, each in one of several forms.
struct BookSearch {
  /// The patterns of `GLOB` for each word, or for the whole query. One of each must be found.
  let words: [[String]]
  /// Whether a title can equal the query. A half-typed one is only the beginning of titles.
  let isWhole: Bool
  let field: CatalogueQuery.Field

  /// The ISBNs of one page, and the number of books on all pages.
  typealias Found = (isbns: [ISBN], total: Int)

  /// Returns a page of the books, in order.
  func page(by sort: CatalogueQuery.Sort, offset: Int, limit: Int, _ db: Transaction) throws -> Found {
    let condition = found(in: field.whole, db)
    let order: SQL =
      switch sort {
      case .accuracy: "\(rank(db)), length, newest, isbn"
      case .publicationDate: "newest, isbn"
      case .title: "sort_title, isbn"
      }
    var total = 0
    let isbns = try db.all(
      """
      SELECT isbn, count(*) OVER () AS total FROM \(name: BookTable.name) WHERE \(condition)
      ORDER BY \(order) LIMIT \(limit) OFFSET \(offset)
      """
    ) { row in
      total = try row["total"]
      return ISBN(number: try row["isbn"])
    }
    // A page after the last one has no row with the number.
    if isbns.isEmpty, offset > 0 {
      total = try db.value("SELECT count(*) FROM \(name: BookTable.name) WHERE \(condition)")
    }
    return (isbns.compactMap(\.self), total)
  }

  /// The condition that all words are found in a part.
  private func found(in part: SearchColumn.Part, _ db: Transaction) -> SQL {
    words.map { forms in "(\(any(forms.map(part.containing), db)))" as SQL }.joined(separator: " AND ")
  }

  /// How well a book that was found matches; 0 is best.
  private func rank(_ db: Transaction) -> SQL {
    var cases: [SQL] = []
    if words.count == 1, let forms = words.first {
      let first = { (start: String, end: String) in
        any(forms.map { field.first.containing("\(start)\($0)\(end)") }, db)
      }
      if isWhole { cases.append("WHEN \(first("[ /]", " ")) THEN 0") }
      cases.append("WHEN \(first(" ", "")) THEN 1")
      // The beginning of a heading.
      if field.first == .title { cases.append("WHEN \(first("/", "")) THEN 2") }
    }
    if field == .keyword { cases.append("WHEN \(found(in: field.first, db)) THEN 3") }
    return cases.isEmpty ? "1" : "CASE \(cases.joined(separator: " ")) ELSE 4 END"
  }

  private func any(_ patterns: [String], _ db: Transaction) -> SQL {
    patterns.map { db.matches(SearchColumn.name, $0) }.joined(separator: " OR ")
  }
}
