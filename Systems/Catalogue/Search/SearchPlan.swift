import Storage

/// One way to read a query: patterns that must all be found, the last as typed or completed.
struct SearchPlan {
  enum Reading {
    /// Every letter is complete.
    case asTyped
    /// The last syllable of the last pattern may be incomplete.
    case completed
  }

  let patterns: [SearchPattern]
  let reading: Reading

  /// The table that suffices for the plan alone; nil if several tables and the strings are needed.
  var table: IndexText.Table? {
    let tables = Set(patterns.map(\.table))
    return tables.count == 1 ? tables.first ?? nil : nil
  }

  /// Returns the expression for all patterns in some columns; nil if the reading does not apply.
  ///
  /// The markers anchor a plan of one pattern to the start and the end of a title or name.
  func expression(
    in columns: [String],
    from start: IndexText.Marker? = nil,
    to end: IndexText.Marker? = nil
  ) -> IndexQuery? {
    guard let last = patterns.last else { return nil }
    var parts = patterns.dropLast().map { $0.expression() }
    switch reading {
    case .asTyped: parts.append(last.expression(from: start, to: end))
    case .completed:
      guard end == nil, let completion = last.completion(from: start) else { return nil }
      parts.append(completion)
    }
    return IndexQuery(columns: columns, expression: .all(parts))
  }

  /// Returns the expressions, by table, that match every book of the plan.
  func candidates(in columns: [String]) -> [(table: IndexText.Table, query: IndexQuery)] {
    var expressions: [IndexText.Table: [IndexExpression]] = [:]
    for pattern in patterns {
      expressions[pattern.table ?? .initials, default: []].append(pattern.expression())
      if pattern.table == nil { expressions[.text, default: []] += pattern.runs }
    }
    return IndexText.Table.allCases.compactMap { table in
      expressions[table].map { (table, IndexQuery(columns: columns, expression: .all($0))) }
    }
  }
}

extension CatalogueQuery.Field {
  /// The index columns, most important first.
  var columns: [String] {
    switch self {
    case .keyword: ["title", "author"]
    case .title, .author, .publisher: [rawValue]
    }
  }
}

extension CatalogueQuery.Sort {
  /// The columns of `catalogue_entry` that the books are sorted by in ascending order; for accuracy, the order of equal matches.
  var columns: SQL {
    switch self {
    case .accuracy: "number"
    case .publicationDate: "newest, isbn"
    case .title: "alphabetical"
    }
  }
}
