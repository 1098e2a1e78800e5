/// A progress bar on standard error, if that is a terminal.
final class ProgressBar {
  private static let width = 30

  private let label: String
  private let terminal = Terminal.standardError
  private var shown = ""

  init(_ label: String) {
    self.label = label
  }

  /// Shows a progress of 0 to 1, with a note.
  func show(_ part: Double, _ note: String) {
    guard terminal.isInteractive else { return }
    let filled = Int((min(max(part, 0), 1) * Double(Self.width)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    let line = "\(label) \(bar) \(Int(part * 100))% \(note)"
    guard line != shown else { return }
    shown = line
    terminal.write("\r\(line)\u{1B}[K")
  }

  /// Removes the bar.
  func clear() {
    if !shown.isEmpty { terminal.write("\r\u{1B}[K") }
    shown = ""
  }
}
