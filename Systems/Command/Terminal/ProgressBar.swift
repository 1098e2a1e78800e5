/// One line on standard error that says how far something is. Nothing where nobody looks.
final class ProgressBar {
  private static let width = 30

  private let label: String
  private let terminal = Terminal.standardError
  private var shown = ""

  init(_ label: String) {
    self.label = label
  }

  /// Shows a part of the whole, 0…1, with a note.
  func show(_ part: Double, _ note: String) {
    guard terminal.isInteractive else { return }
    let filled = Int((min(max(part, 0), 1) * Double(Self.width)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    let line = "\(label) \(bar) \(Int(part * 100))% \(note)"
    guard line != shown else { return }
    shown = line
    terminal.write("\r\(line)\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    if !shown.isEmpty { terminal.write("\r\u{1B}[K") }
    shown = ""
  }
}
