package import Foundation

/// A column of a table of rows.
package struct Column<Row> {
  package let title: String
  /// Whether the column shrinks in a narrow terminal.
  package var isFlexible = false
  /// Whether the column has numbers, which are aligned at the right.
  package var isNumber = false
  /// Whether the column is copied from the terminal, so that it is never cut off or broken: if the table is too wide, each of its
  /// cells is on a line of its own below its row.
  package var isID = false
  /// Returns the cell of a row.
  package let cell: (Row) -> String?

  /// Creates a column whose title is the same in both languages.
  package init(_ title: String, flexible: Bool = false, number: Bool = false, _ cell: @escaping (Row) -> String?) {
    (self.title, isFlexible, isNumber, self.cell) = (title, flexible, number, cell)
  }

  /// Creates a column.
  package init(
    _ korean: String,
    _ english: String,
    flexible: Bool = false,
    number: Bool = false,
    _ cell: @escaping (Row) -> String?
  ) {
    self.init(text(korean, english), flexible: flexible, number: number, cell)
  }

  /// Creates a column with numbers whose digits are in groups.
  package init(number korean: String, _ english: String, _ cell: @escaping (Row) -> Int?) {
    self.init(korean, english, number: true) { cell($0)?.grouped }
  }

  /// Creates a column with days, whose title names their time zone.
  package init(day korean: String, _ english: String, _ cell: @escaping (Row) -> Date?) {
    self.init("\(korean)(KST)", "\(english)(KST)") { cell($0)?.day }
  }

  /// Creates a column with IDs.
  package init(id cell: @escaping (Row) -> String) {
    self.init("ID", cell)
    isID = true
  }
}

/// Collects the columns of a table.
@resultBuilder
package enum ColumnBuilder<Row> {
  package static func buildExpression(_ column: Column<Row>) -> Column<Row> { column }

  package static func buildBlock(_ columns: Column<Row>...) -> [Column<Row>] { columns }
}

private let gap = "  "
private let narrowest = 8

/// A table whose columns are aligned for Hangul too. A column without any content is omitted.
package struct Table<Row> {
  private let columns: [Column<Row>]
  private let cells: [[String]]

  package init(_ rows: some Collection<Row>, @ColumnBuilder<Row> columns: () -> [Column<Row>]) {
    let columns = columns()
    let cells = rows.map { row in columns.map { ($0.cell(row) ?? "").printable } }
    let filled = columns.indices.filter { column in cells.isEmpty || cells.contains { !$0[column].isEmpty } }
    self.columns = filled.map { columns[$0] }
    self.cells = cells.map { row in filled.map { row[$0] } }
  }

  /// Returns the lines. In a terminal, they fit its width as far as possible; otherwise nothing is truncated.
  package func lines(for terminal: Terminal) -> [String] {
    var shown = Array(columns.indices)
    var widths = widths(shown, limit: terminal.columns)
    var below: [Int] = []
    if let limit = terminal.columns, total(widths) > limit {
      below = shown.filter { columns[$0].isID }
      shown.removeAll(where: below.contains)
      widths = self.widths(shown, limit: limit)
    }
    let head = line(columns.map(\.title), shown, widths)
    return [terminal.bold(head)]
      + cells.flatMap { row in
        [line(row, shown, widths)]
          + below.filter { !row[$0].isEmpty }.map { "\(gap)\(columns[$0].title)\(gap)\(row[$0])" }
      }
  }

  package func print(to terminal: Terminal = .standardOutput) {
    terminal.write(lines(for: terminal).joined(separator: "\n") + "\n")
  }

  private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
    var line = zip(shown, widths).map { cells[$0].fitted(to: $1, trailing: columns[$0].isNumber) }.joined(
      separator: gap
    )
    while line.last == " " { line.removeLast() }
    return line
  }

  private func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap.count * Swift.max(0, widths.count - 1)
  }

  private func widths(_ shown: [Int], limit: Int?) -> [Int] {
    var widths = shown.map { column in
      cells.reduce(columns[column].title.displayWidth) { Swift.max($0, $1[column].displayWidth) }
    }
    guard let limit else { return widths }
    var excess = total(widths) - limit
    while excess > 0 {
      // The widest flexible column shrinks first.
      let candidates = widths.indices.filter { columns[shown[$0]].isFlexible && widths[$0] > narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
