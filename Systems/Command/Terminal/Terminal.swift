import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output stream, which may be a terminal.
struct Terminal: Sendable {
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Whether the stream is a terminal, not a pipe or a file.
  var isInteractive: Bool { isatty(descriptor) == 1 }

  /// Whether to use colours (https://no-color.org).
  var hasColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// The number of columns. `nil` if the stream is not a terminal.
  var columns: Int? {
    var size = winsize()
    guard isInteractive, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { unsafeWrite(descriptor, $0.baseAddress, $0.count) }
      // The reader may stop early, as in `naru books search … | head -1`.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}

private func unsafeWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
