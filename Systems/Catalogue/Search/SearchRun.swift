import Storage

/// The execution of a plan on the database. Books are identified by their `number` in the search index.
struct SearchRun {
  /// The numbers of one page, and the number of books on all pages.
  struct Found {
    var numbers: [Int64] = []
    var total = 0
  }

  /// The maximum number of books to rank by their strings, which takes one query of the index where ``tiers()`` takes
  /// many.
  private static let few = 50
  /// The number of books up to which a page is near: they are found again for each page.
  private static let near = 500

  private let db: Transaction
  private let plan: SearchPlan
  private let columns: [String]
  private let totals: SearchTotals

  init(_ db: Transaction, _ plan: SearchPlan, _ field: CatalogueQuery.Field, _ totals: SearchTotals) {
    self.db = db
    self.plan = plan
    self.totals = totals
    columns = field.columns
  }

  /// Returns a page of the plan's books.
  func numbers(by sort: CatalogueQuery.Sort, offset: Int, limit: Int) throws -> Found {
    guard let table = plan.table else {
      return plan.reading == .asTyped
        ? try compared(by: sort, offset: offset, limit: limit, atMost: nil) ?? Found() : Found()
    }
    guard let query = plan.expression(in: columns) else { return Found() }
    let found = db.index.numbers(of: query, in: table)
    let catalogue = try SearchTotals.catalogue(db)
    let known = totals.knownTotal(of: found, in: catalogue)
    if plan.reading == .asTyped, known ?? 0 <= Self.few,
      let found = try compared(by: sort, offset: offset, limit: limit, atMost: Self.few)
    {
      return found
    }
    let total = try known ?? totals.total(of: found, in: catalogue, db)
    guard offset < total else { return Found(total: total) }
    if sort == .accuracy {
      let needed = min(offset + limit, total)
      var numbers = totals.ranked(found, in: catalogue) ?? []
      if numbers.count < needed {
        numbers = try ranked(needed, in: table) { try totals.total(of: $0, in: catalogue, db) }
        if needed > Self.near { totals.note(numbers, of: found, in: catalogue) }
      }
      return Found(numbers: Array(numbers.dropFirst(offset).prefix(limit)), total: total)
    }
    let numbers: [Int64] = try db.values(
      """
      SELECT number FROM catalogue_entry
      WHERE number IN (\(found))
      ORDER BY \(sort.columns) LIMIT \(limit) OFFSET \(offset)
      """
    )
    return Found(numbers: numbers, total: total)
  }

  /// Returns the first books in order of accuracy: as many as are needed, or more after a far page, for the pages that follow it. Each
  /// expression finds books in order of their number, so the first n books of each, without the numbers of earlier expressions, suffice for n.
  private func ranked(_ needed: Int, in table: IndexText.Table, count: (SQL) throws -> Int) throws -> [Int64] {
    let needed = needed > Self.near ? needed * 3 / 2 : needed
    var numbers: [Int64] = []
    var seen: Set<Int64> = []
    for query in tiers() where numbers.count < needed {
      let found: [Int64] = try db.values(db.index.lowest(needed, of: query, in: table, db, count: count))
      numbers += found.filter { seen.insert($0).inserted }
    }
    return numbers
  }

  /// Returns the expressions, best match first. Numbers increase with the length of the title proper, so a title that
  /// equals the query comes first among the strings that begin with it.
  private func tiers() -> [IndexQuery] {
    let first = [columns[0]]
    var tiers: [IndexQuery?] = []
    if plan.patterns.count == 1 {
      tiers = [
        plan.expression(in: first, from: .start, to: .end), plan.expression(in: first, from: .heading, to: .end),
        plan.expression(in: first, from: .start), plan.expression(in: first, from: .heading),
      ]
    }
    tiers.append(plan.expression(in: first))
    if columns.count > 1 { tiers.append(plan.expression(in: columns)) }
    return tiers.compactMap(\.self)
  }
}

// MARK: - Comparing strings

extension SearchRun {
  /// Ranks the candidates of the indexes by their strings, and filters the candidates of patterns that mix syllables and initials;
  /// nil if there are more candidates than `atMost`.
  private func compared(
    by sort: CatalogueQuery.Sort,
    offset: Int,
    limit: Int,
    atMost: Int?
  ) throws -> Found? {
    let selections = plan.candidates(in: columns).map { db.index.numbers(of: $0.query, in: $0.table) }
    let keyColumns = columns.map { "\($0)_key" }
    let rows = try db.all(
      """
      SELECT number, \(keyColumns.map { "\(name: $0)" as SQL }.joined(separator: ", "))
      FROM (\(selections.joined(separator: " INTERSECT ")) \(atMost.map { "LIMIT \($0 + 1)" as SQL } ?? "")) AS candidate
      JOIN catalogue_entry USING (number) JOIN book USING (isbn) ORDER BY \(sort.columns)
      """
    ) { row in
      (number: try row["number"] as Int64, tier: try tier(of: keyColumns.map { try row[$0] }))
    }
    if let atMost, rows.count > atMost { return nil }
    // The rows come in order of `sort`; for accuracy the books are grouped by tier in that order.
    var tiers: [[Int64]] = Array(repeating: [], count: sort == .accuracy ? 5 : 1)
    for row in rows {
      guard let tier = row.tier else { continue }
      tiers[min(tier, tiers.count - 1)].append(row.number)
    }
    let numbers = Array(tiers.joined())
    return Found(numbers: Array(numbers.dropFirst(offset).prefix(limit)), total: numbers.count)
  }

  /// Returns how well a book matches, 0 is best, in the order of ``tiers()``; nil if it does not match.
  private func tier(of keys: [String]) -> Int? {
    let title = columns[0] == "title" ? IndexText.titleRuns(keys[0]) : nil
    let first = title.map { [$0.proper, $0.plain, $0.whole].compactMap(\.self) } ?? IndexText.split(keys[0])
    let others = keys.dropFirst().flatMap(IndexText.split)
    let isFound = plan.patterns.map { pattern in first.contains(where: pattern.isFound) }
    guard zip(plan.patterns, isFound).allSatisfy({ $1 || others.contains(where: $0.isFound) }) else { return nil }
    guard isFound.allSatisfy(\.self) else { return 4 }
    guard plan.patterns.count == 1, let pattern = plan.patterns.first else { return 3 }
    let starts = first.indices.filter { pattern.matches(first[$0], at: 0) }
    if starts.contains(where: { first[$0].count == pattern.elements.count }) { return 0 }
    guard let start = starts.first else { return 3 }
    // The title with its heading is the last one.
    return title?.whole != nil && start == first.count - 1 ? 2 : 1
  }
}
