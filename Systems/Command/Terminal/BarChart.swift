/// A bar chart of numbers, aligned for Hangul too.
struct BarChart {
  private static let width = 30

  let rows: [(label: String, value: Int)]
  /// The value of a full bar, at least 1.
  let largest: Int
  /// Formats the value after a bar.
  let format: (Int) -> String

  init(_ rows: [(String, Int)], largest: Int, format: @escaping (Int) -> String = { "\($0)" }) {
    self.rows = rows.map { ($0.0.printable, $0.1) }
    self.largest = Swift.max(largest, 1)
    self.format = format
  }

  var lines: [String] {
    let width = rows.reduce(0) { Swift.max($0, $1.label.displayWidth) }
    let valueWidth = rows.reduce(0) { Swift.max($0, format($1.value).displayWidth) }
    return rows.map { row in
      // A value above 0 has a visible bar.
      let share = Swift.min(Swift.max(row.value, 0), largest) * Self.width
      let count = row.value > 0 ? Swift.max(1, (share + largest / 2) / largest) : 0
      let bar = String(repeating: "█", count: count) + String(repeating: "░", count: Self.width - count)
      return "\(row.label.fitted(to: width))  \(bar)  \(format(row.value).fitted(to: valueWidth, trailing: true))"
    }
  }

  func print(to terminal: Terminal = .standardOutput) {
    terminal.write(lines.joined(separator: "\n") + "\n")
  }
}
