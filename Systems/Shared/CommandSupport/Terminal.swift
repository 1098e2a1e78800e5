package import Foundation
import Naru
import Support

/// An output stream, which may be a terminal.
package struct Terminal: Sendable {
  /// Whether the stream is a terminal, not a pipe or a file.
  package let isInteractive: Bool
  /// Whether to use bold text. It counts as a color (https://no-color.org).
  package let hasStyles: Bool
  private let width: @Sendable () -> Int?
  private let sink: @Sendable (ArraySlice<UInt8>) -> Void
  private let failure: Locked<Int32?>

  /// Creates a stream.
  package init(
    isInteractive: Bool = false,
    hasStyles: Bool = false,
    columns: @escaping @Sendable () -> Int? = { nil },
    sink: @escaping @Sendable (ArraySlice<UInt8>) -> Void
  ) {
    (self.isInteractive, self.hasStyles, width, self.sink) = (isInteractive, hasStyles, columns, sink)
    failure = Locked(nil)
  }

  /// Creates the stream of a file descriptor.
  package init(descriptor: Int32, environment: [String: String]) {
    let (isInteractive, failure) = (isatty(descriptor) == 1, Locked<Int32?>(nil))
    self.isInteractive = isInteractive
    hasStyles = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    self.failure = failure
    width = {
      var size = winsize()
      guard isInteractive, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
      return Int(size.ws_col)
    }
    sink = { bytes in
      var bytes = bytes
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else {
          let error = errno
          return failure.withLock { $0 = error }
        }
        bytes = bytes.dropFirst(count)
      }
    }
  }

  /// The system's description of the error that lost output, such as `No space left on device`. `nil` if all output was written, or if the
  /// reader stopped early, as in `naru books search … | head -1`.
  package var lossOfOutput: String? {
    failure.withLock { $0 }.flatMap { $0 == EPIPE ? nil : String(cString: strerror($0)) }
  }

  package static var standardOutput: Terminal { CommandContext.current.output }
  package static var standardError: Terminal { CommandContext.current.errors }

  /// The number of columns. `nil` if the stream is not a terminal.
  package var columns: Int? { width() }

  package func write(_ text: String) { sink(Array(text.utf8)[...]) }

  /// Writes bytes as they are.
  package func write(_ bytes: Data) { sink(Array(bytes)[...]) }

  /// Writes a line without control characters.
  package func writeLine(_ line: String) { write(line.printable + "\n") }

  package func bold(_ text: String) -> String { hasStyles ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Prints a line.
package func printLine(_ line: String) {
  Terminal.standardOutput.writeLine(line)
}

/// Prints a value as JSON: in one line, or in a terminal with indents.
package func printJSON(_ value: some Encodable) throws {
  printJSON(bytes: try BareJSON.json.encode(value))
}

/// Prints JSON as it is, with a line break. In a terminal, control characters are escaped, which does not change the values.
package func printJSON(bytes: Data) {
  let output = Terminal.standardOutput
  guard output.isInteractive else { return output.write(bytes + Data("\n".utf8)) }
  output.write(String(decoding: bytes, as: UTF8.self).indentedJSON.escapingControls + "\n")
}

extension String {
  /// JSON with a line for each value.
  fileprivate var indentedJSON: String {
    var (result, depth, isInString, isEscaped) = ("", 0, false, false)
    func line(_ depth: Int) -> String { "\n" + String(repeating: "  ", count: depth) }
    for character in self {
      if isInString {
        result.append(character)
        if !isEscaped, character == "\"" { isInString = false }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      switch character {
      case "\"": isInString = true
      case " ", "\n", "\r", "\t", "\r\n": continue
      case "{", "[": depth += 1
      case "}", "]":
        depth -= 1
        if result.last == "{" || result.last == "[" { break }
        result += line(depth)
      default: break
      }
      if result.last == "{" || result.last == "[" {
        if character != "}" && character != "]" { result += line(depth - ("{[".contains(character) ? 1 : 0)) }
      }
      result.append(character)
      if character == "," { result += line(depth) }
      if character == ":" { result += " " }
    }
    return result
  }
}
