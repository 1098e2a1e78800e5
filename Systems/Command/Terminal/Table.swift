/// A table whose columns are aligned for Hangul too.
struct Table {
  struct Column {
    let title: String
    /// Whether the column shrinks in a narrow terminal.
    let isFlexible: Bool
    /// Whether the column has numbers, which are aligned at the right.
    let isNumber: Bool

    init(_ title: String, flexible: Bool = false, number: Bool = false) {
      self.title = title
      isFlexible = flexible
      isNumber = number
    }
  }

  private static let gap = "  "
  private static let narrowest = 8

  let columns: [Column]
  let rows: [[String]]

  init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows.map { $0.map(\.printable) }
  }

  /// Returns the lines. In a terminal, they fit its width; otherwise nothing is truncated.
  func lines(for terminal: Terminal) -> [String] {
    let widths = widths(limit: terminal.columns)
    let head = line(columns.map(\.title), widths)
    return [terminal.bold(head)] + rows.map { line($0, widths) }
  }

  func print(to terminal: Terminal = .standardOutput) {
    terminal.write(lines(for: terminal).joined(separator: "\n") + "\n")
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = columns.indices.map { cells[$0].fitted(to: widths[$0], trailing: columns[$0].isNumber) }
      .joined(separator: Self.gap)
    while line.last == " " { line.removeLast() }
    return line
  }

  private func widths(limit: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      rows.reduce(columns[column].title.displayWidth) { Swift.max($0, $1[column].displayWidth) }
    }
    guard let limit else { return widths }
    var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - limit
    while excess > 0 {
      // The widest flexible column shrinks first.
      let candidates = columns.indices.filter { columns[$0].isFlexible && widths[$0] > Self.narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
