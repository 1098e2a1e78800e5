import Foundation

/// An incremental parser of lines, without empty ones, and without the separators before records (RFC 7464).
struct LineParser: StreamParser {
  private var line = Data()

  var pending: Int { line.count }

  mutating func read(_ bytes: Data) -> [Data] {
    var lines: [Data] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      lines += self.end()
      rest = rest[(end + 1)...]
    }
    line += rest
    return lines
  }

  mutating func end() -> [Data] {
    defer { line = Data() }
    let line = line.drop { [0x20, 0x09, 0x0D, 0x1E].contains($0) }
    return line.isEmpty ? [] : [line]
  }

  static func text(of line: Data) -> String { String(decoding: line, as: UTF8.self) }
}
