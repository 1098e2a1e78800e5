import Foundation

/// An incremental parser of lines, without empty ones.
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
    return line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? [] : [line]
  }

  static func text(of line: Data) -> String { String(decoding: line, as: UTF8.self) }
}
