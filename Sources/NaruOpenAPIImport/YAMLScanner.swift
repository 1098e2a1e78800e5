/// Scans a YAML document before it is read. A key that is a list, a mapping or an alias is hashed with its whole content, and
/// each level of nesting is a call, so that a few bytes could take hours or all of the stack.
struct YAMLScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  /// The levels of `[` and `{`.
  private var depth = 0
  /// The column of the mapping or list of the last value.
  private var indentation = -1
  /// The column of the line's first node, behind its markers: `- - `.
  private var start: Int?
  private var markers = 0
  private var hasKey = false

  /// Returns the first key that is not a scalar, or the first line that is nested too deeply. `nil` if there is none.
  static func mistake(in text: String) -> YAMLError? {
    var scanner = YAMLScanner(bytes: Array(text.utf8))
    return scanner.scan()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func scan() -> YAMLError? {
    while let byte = peek() {
      let isFirst = start == nil
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        advance()
        continue
      case UInt8(ascii: "%") where column == 0: skipLine()
      case UInt8(ascii: "-") where column == 0 && peek(1) == byte && peek(2) == byte: position += 3
      case UInt8(ascii: "#") where position == 0 || isSpace(bytes[position - 1]): skipLine()
      case UInt8(ascii: "-") where isFirst && isSpace(peek(1)):
        markers += 1
        indentation = column
        position += 1
        guard markers < YAMLReader.maxDepth else { return tooDeep }
        continue
      case UInt8(ascii: "?") where isSpace(peek(1)):
        indentation = column
        position += 1
        while let next = peek(), next == UInt8(ascii: " ") { position += 1 }
        if let next = peek(), "*[{&!?\n".utf8.contains(next) || next == UInt8(ascii: "-") && isSpace(peek(1)) {
          return noScalar
        }
        continue
      case UInt8(ascii: "|") where depth == 0, UInt8(ascii: ">") where depth == 0:
        skipLine()
        skipLines()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        start = start ?? column
        skipQuoted(byte)
        if isKey { foundKey() }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        position += 1
        guard depth < YAMLReader.maxDepth else { return tooDeep }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth > 0 { depth -= 1 }
        position += 1
        if isKey { return noScalar }
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "*"):
        while let next = peek(), !isSpace(next), !(depth > 0 && ",]}".utf8.contains(next)) { position += 1 }
        if isKey { return noScalar }
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        // An anchor or a tag, with its value behind it.
        start = start ?? column
        while let next = peek(), !isSpace(next) { position += 1 }
      default:
        start = start ?? column
        if skipPlain() { foundKey() } else if depth == 0 { skipContinuation() }
      }
      start = start ?? column
    }
    return nil
  }

  private var column: Int { position - lineStart }

  private mutating func foundKey() {
    if !hasKey, let start { indentation = start }
    hasKey = true
  }

  /// Skips the other lines of a scalar without quotes.
  private mutating func skipContinuation() {
    guard peek() == UInt8(ascii: "\n") || peek() == nil else { return }
    if !hasKey, markers == 0, let start { indentation = start - 1 }
    skipLines()
  }

  private var noScalar: YAMLError { YAMLError(line: line, reason: "a key must be a string") }
  private var tooDeep: YAMLError {
    YAMLError(line: line, reason: "values are nested more than \(YAMLReader.maxDepth) levels deep")
  }

  /// Whether the last token is a key.
  private var isKey: Bool {
    var next = position
    while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
      && (next + 1 == bytes.count || isSpace(bytes[next + 1]) || depth > 0)
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func isSpace(_ byte: UInt8?) -> Bool { byte.map { " \t\r\n".utf8.contains($0) } ?? true }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") {
      line += 1
      lineStart = position + 1
      (start, hasKey, markers) = (nil, false, 0)
    }
    position += 1
  }

  private mutating func skipLine() {
    while let next = peek(), next != UInt8(ascii: "\n") { position += 1 }
  }

  /// Skips a scalar without quotes, up to the end of the line, and returns `true` if it is a key.
  private mutating func skipPlain() -> Bool {
    while let next = peek(), next != UInt8(ascii: "\n") {
      let isEnd = depth > 0 && ",[]{}".utf8.contains(next)
      if isEnd || next == UInt8(ascii: "#") && isSpace(bytes[position - 1]) { return false }
      position += 1
      if next == UInt8(ascii: ":"), isSpace(peek()) || depth > 0 && "[{\"'".utf8.contains(peek() ?? 0) { return true }
    }
    return false
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    advance()
    while let next = peek() {
      if next == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), peek(1) != nil { advance() }
      advance()
      guard next == quote else { continue }
      // Two quotes are one in a string with single quotes.
      if quote == UInt8(ascii: "'"), peek() == quote { advance() } else { return }
    }
  }

  /// Skips lines that are indented more than the node of a scalar, and empty ones.
  private mutating func skipLines() {
    while position < bytes.count {
      var next = position + 1
      while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
      let isEmpty = next >= bytes.count || bytes[next] == UInt8(ascii: "\n") || bytes[next] == UInt8(ascii: "\r")
      guard isEmpty || next - position - 1 > indentation else { return }
      advance()
      skipLine()
    }
  }
}
