import Foundation

/// A reader of a CSV file (RFC 4180), row by row in constant memory.
///
/// Lines end with LF, CR LF or CR; a byte order mark and empty lines are skipped.
struct CSVReader: ~Copyable {
  /// One row, valid until the next is read.
  struct Row {
    /// The line of the file that the row begins on, from 1.
    fileprivate(set) var line = 1
    /// Whether characters follow a closing quote, so that the fields cannot be trusted.
    fileprivate(set) var isMalformed = false
    fileprivate var bytes: [UInt8] = []
    fileprivate var ends: [Int] = []

    /// The number of fields.
    var count: Int { ends.count }

    /// The value of a field; nil if it is not UTF-8.
    func field(_ index: Int) -> String? {
      let start = index == 0 ? 0 : ends[index - 1]
      guard start < ends[index] else { return "" }
      return String(bytes: bytes[start..<ends[index]], encoding: .utf8)
    }
  }

  private enum State {
    case fieldStart, unquoted, quoted, quoteInQuoted
  }

  private static let longestRow = 1 << 20
  /// Fields are counted too, because an empty one has no bytes.
  private static let mostFields = 1_000
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The row that ``next()`` read last.
  private(set) var row = Row()
  private let source: ByteReader
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var limit = 0
  private var line = 1
  private var quoteLine = 1
  private var wasCarriageReturn = false
  private var isAtStart = true

  init(_ url: URL) throws(CatalogueError) {
    source = try ByteReader(url)
  }

  /// The size of the file in bytes, as stored.
  var totalBytes: Int64 { source.totalBytes }
  /// The number of bytes read from the stored file.
  var bytesRead: Int64 { source.bytesRead }

  /// Reads the next row into ``row``; false at the end of the file.
  mutating func next() throws(CatalogueError) -> Bool {
    row.bytes.removeAll(keepingCapacity: true)
    row.ends.removeAll(keepingCapacity: true)
    row.isMalformed = false
    row.line = line
    var state = State.fieldStart
    while true {
      guard position < limit else {
        if try fill() { continue }
        return try finish(state)
      }
      let byte = buffer[position]
      position += 1
      if byte == UInt8(ascii: "\n"), wasCarriageReturn {
        // The second half of CR LF; the first half has ended the line.
        wasCarriageReturn = false
        if state == .quoted { row.bytes.append(byte) }
        continue
      }
      wasCarriageReturn = byte == UInt8(ascii: "\r")
      let endsLine = wasCarriageReturn || byte == UInt8(ascii: "\n")
      if endsLine { line += 1 }

      if state == .quoted {
        if byte == UInt8(ascii: "\"") { state = .quoteInQuoted } else { row.bytes.append(byte) }
      } else if endsLine {
        if row.ends.isEmpty, row.bytes.isEmpty, state == .fieldStart {
          row.line = line
          continue
        }
        row.ends.append(row.bytes.count)
        return true
      } else {
        state = step(byte, state)
      }
      guard row.bytes.count <= Self.longestRow else { throw Self.tooLong(row.line) }
      guard row.ends.count < Self.mostFields else { throw Self.tooManyFields(row.line) }
    }
  }

  private mutating func step(_ byte: UInt8, _ state: State) -> State {
    switch byte {
    case UInt8(ascii: ","):
      row.ends.append(row.bytes.count)
      return .fieldStart
    case UInt8(ascii: "\"") where state == .fieldStart:
      quoteLine = line
      return .quoted
    case UInt8(ascii: "\"") where state == .quoteInQuoted:
      row.bytes.append(byte)
      return .quoted
    default:
      if state == .quoteInQuoted { row.isMalformed = true }
      row.bytes.append(byte)
      return .unquoted
    }
  }

  private mutating func finish(_ state: State) throws(CatalogueError) -> Bool {
    if state == .quoted { throw Self.unclosed(quoteLine) }
    if row.ends.isEmpty, row.bytes.isEmpty, state == .fieldStart { return false }
    row.ends.append(row.bytes.count)
    return true
  }

  private mutating func fill() throws(CatalogueError) -> Bool {
    limit = try source.read(into: &buffer)
    position = 0
    if isAtStart {
      isAtStart = false
      if buffer[..<limit].starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    }
    return limit > 0
  }

  private static func unclosed(_ line: Int) -> CatalogueError {
    CatalogueError(
      line: line,
      korean: "따옴표가 닫히지 않았습니다. 닫는 \"를 넣어 주세요.",
      english: "a quote opened here is never closed. Add the closing \"."
    )
  }

  private static func tooManyFields(_ line: Int) -> CatalogueError {
    CatalogueError(
      line: line,
      korean: "한 행의 열이 1,000개를 넘습니다. 쉼표로 나눈 표인지 확인해 주세요.",
      english: "this row has more than 1,000 fields. Check that the file is a table with commas between the fields."
    )
  }

  private static func tooLong(_ line: Int) -> CatalogueError {
    CatalogueError(
      line: line,
      korean: "한 행이 1 MB를 넘습니다. 닫히지 않은 따옴표가 있는지 확인해 주세요.",
      english: "this row is longer than 1 MB. Look for a quote that is not closed."
    )
  }
}
