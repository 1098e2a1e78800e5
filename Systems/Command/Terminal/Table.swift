/// A table whose columns are aligned for Hangul too. A column without any content is omitted.
struct Table {
  struct Column {
    let title: String
    /// Whether the column shrinks in a narrow terminal.
    let isFlexible: Bool
    /// Whether the column has numbers, which are aligned at the right.
    let isNumber: Bool
    /// Whether the column is copied from the terminal, so that it is never cut off or broken: if the table is too wide, each of
    /// its cells is on a line of its own below its row.
    let isID: Bool

    init(_ title: String, flexible: Bool = false, number: Bool = false, id: Bool = false) {
      self.title = title
      isFlexible = flexible
      isNumber = number
      isID = id
    }

    /// The column with the IDs.
    static let id = Column("ID", id: true)

    /// A column with days, whose title names their time zone.
    static func day(_ title: String) -> Column { Column("\(title)(KST)") }
  }

  private static let gap = "  "
  private static let narrowest = 8

  let columns: [Column]
  let rows: [[String]]

  init(_ columns: [Column], rows: [[String]]) {
    let kept = columns.indices.filter { column in rows.isEmpty || rows.contains { !$0[column].isEmpty } }
    self.columns = kept.map { columns[$0] }
    self.rows = rows.map { row in kept.map { row[$0].printable } }
  }

  /// Returns the lines. In a terminal, they fit its width as far as possible; otherwise nothing is truncated.
  func lines(for terminal: Terminal) -> [String] {
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
      + rows.flatMap { row in
        [line(row, shown, widths)]
          + below.filter { !row[$0].isEmpty }.map { "\(Self.gap)\(columns[$0].title)\(Self.gap)\(row[$0])" }
      }
  }

  func print(to terminal: Terminal = .standardOutput) {
    terminal.write(lines(for: terminal).joined(separator: "\n") + "\n")
  }

  private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
    var line = zip(shown, widths).map { cells[$0].fitted(to: $1, trailing: columns[$0].isNumber) }
      .joined(separator: Self.gap)
    while line.last == " " { line.removeLast() }
    return line
  }

  private func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Self.gap.count * Swift.max(0, widths.count - 1)
  }

  private func widths(_ shown: [Int], limit: Int?) -> [Int] {
    var widths = shown.map { column in
      rows.reduce(columns[column].title.displayWidth) { Swift.max($0, $1[column].displayWidth) }
    }
    guard let limit else { return widths }
    var excess = total(widths) - limit
    while excess > 0 {
      // The widest flexible column shrinks first.
      let candidates = widths.indices.filter { columns[shown[$0]].isFlexible && widths[$0] > Self.narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
