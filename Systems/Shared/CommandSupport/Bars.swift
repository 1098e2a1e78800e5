import Support

private let barWidth = 30

private func bar(_ count: Int) -> String {
  String(repeating: "█", count: count) + String(repeating: "░", count: barWidth - count)
}

/// A bar chart of numbers, aligned for Hangul too.
package struct BarChart {
  package let rows: [(label: String, value: Int)]
  /// The value of a full bar, at least 1.
  package let largest: Int
  /// Formats the value after a bar.
  package let format: (Int) -> String

  package init(_ rows: [(String, Int)], largest: Int, format: @escaping (Int) -> String = { "\($0)" }) {
    self.rows = rows.map { ($0.0.printable, $0.1) }
    self.largest = Swift.max(largest, 1)
    self.format = format
  }

  package var lines: [String] {
    let width = rows.reduce(0) { Swift.max($0, $1.label.displayWidth) }
    let valueWidth = rows.reduce(0) { Swift.max($0, format($1.value).displayWidth) }
    return rows.map { row in
      // A value above 0 has a visible bar.
      let share = Swift.min(Swift.max(row.value, 0), largest) * barWidth
      let count = row.value > 0 ? Swift.max(1, (share + largest / 2) / largest) : 0
      return
        "\(row.label.fitted(to: width))  \(bar(count))  \(format(row.value).fitted(to: valueWidth, trailing: true))"
    }
  }

  package func print(to terminal: Terminal = .standardOutput) {
    terminal.write(lines.joined(separator: "\n") + "\n")
  }
}

/// A progress bar on standard error, if that is a terminal.
package final class ProgressBar: Sendable {
  private let label: String
  private let terminal = Terminal.standardError
  private let shown = Locked("")

  package init(_ label: String) {
    self.label = label
  }

  /// Shows a progress of 0 to 1, with a note.
  package func show(_ part: Double, _ note: String) {
    guard terminal.isInteractive else { return }
    let filled = Int((min(max(part, 0), 1) * Double(barWidth)).rounded())
    let line = "\(label) \(bar(filled)) \(Int(part * 100))% \(note)"
    shown.withLock { shown in
      guard line != shown else { return }
      shown = line
      terminal.write("\r\(line)\u{1B}[K")
    }
  }

  /// Removes the bar.
  package func clear() {
    shown.withLock { shown in
      if !shown.isEmpty { terminal.write("\r\u{1B}[K") }
      shown = ""
    }
  }
}
