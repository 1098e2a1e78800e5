extension JSONReader {
  /// Reads a string.
  ///
  /// - Throws: ``JSONError`` if the value is not a string, or not valid UTF-8.
  public mutating func string() throws(JSONError) -> String {
    guard byte(at: position) == UInt8(ascii: "\"") else { return try otherString() }
    let start = position &+ 1
    let run = plainRun(from: start)
    guard byte(at: run.end) == UInt8(ascii: "\"") else { return try stringSlowly(from: start, plain: run.end) }
    position = run.end &+ 1
    return makeString(start, run.end, isASCII: run.isASCII)
  }

  /// Creates a string from bytes that are known to be UTF-8, without another validation if the system allows it.
  @inline(__always)
  static func makeString(_ bytes: Span<UInt8>, isASCII: Bool) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return unsafe String(copying: UTF8Span(unchecked: bytes, isKnownASCII: isASCII))
    } else {
      return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  @inline(__always)
  func makeString(_ start: Int, _ end: Int, isASCII: Bool) -> String {
    unsafe Self.makeString(bytes.extracting(unchecked: start..<end), isASCII: isASCII)
  }

  /// Finds the end of a run of plain text: a quote, a backslash, a control character, an invalid byte, or the end.
  @inline(__always)
  func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
    var offset = start
    // ASCII, eight bytes at a time.
    while offset &+ 8 <= count {
      let word = unsafe UInt64(littleEndian: word(at: offset, UInt64.self))
      let marks = Self.stops(word) | word & 0x8080_8080_8080_8080
      if marks != 0 {
        // Only the lowest mark is exact.
        offset &+= marks.trailingZeroBitCount &>> 3
        break
      }
      offset &+= 8
    }
    while offset < count {
      let byte = byte(at: offset)
      guard byte < 0x80 else { return (mixedRun(from: offset), false) }
      if Self.stops(byte) { break }
      offset &+= 1
    }
    return (offset, true)
  }

  /// Finds the end of a run of plain text, from the first character that is not ASCII.
  @inline(__always)
  private func mixedRun(from start: Int) -> Int {
    var offset = start
    while true {
      // Most characters that are not ASCII have three bytes: Hangul, Kana, Han.
      while offset &+ 4 <= count {
        let word = unsafe UInt32(littleEndian: word(at: offset, UInt32.self))
        guard UTF8Check.isThreeBytes(word) else { break }
        offset &+= 3
      }
      guard offset < count else { return offset }
      let byte = byte(at: offset)
      if byte < 0x80 {
        if Self.stops(byte) { return offset }
        offset &+= 1
      } else {
        let length = unsafe UTF8Check.characterLength(bytes.extracting(unchecked: offset..<count))
        if length == 0 { return offset }
        offset &+= length
      }
    }
  }

  @inline(__always)
  private static func stops(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Sets the highest bit of each of eight bytes that ends a run of plain text.
  @inline(__always)
  static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // None of the three flips the highest bit, so one mask for all of them excludes the bytes that have it.
    return ((quotes &- ones) | (backslashes &- ones) | (word &- ones &* 0x20)) & ~word & 0x8080_8080_8080_8080
  }

  /// The slow path of ``string()``: for a string with escapes or without an end.
  @inline(never)
  private mutating func stringSlowly(from start: Int, plain: Int) throws(JSONError) -> String {
    var text = UnescapedText(capacity: 2 &* (plain &- start) &+ 64)
    var (run, end) = (start, plain)
    while true {
      unsafe text.append(bytes.extracting(unchecked: run..<end))
      position = end
      switch byte(at: end) {
      case UInt8(ascii: "\""):
        position &+= 1
        // The runs are validated, and escapes are whole characters, so the string is UTF-8.
        return Self.makeString(text.span, isASCII: false)
      case UInt8(ascii: "\\"):
        repeat { text.append(try escape()) } while byte(at: position) == UInt8(ascii: "\\")
        run = position
        end = plainRun(from: run).end
      default: throw invalidByte()
      }
    }
  }

  /// Returns the error for the byte at the cursor, which is not allowed in a string.
  private func invalidByte() -> JSONError {
    syntax(position >= count ? .quote : byte(at: position) < 0x80 ? .noControlCharacter : .utf8)
  }

  /// Reads one escape sequence, or both of a surrogate pair, and returns its Unicode scalar.
  @inline(__always)
  private mutating func escape() throws(JSONError) -> UInt32 {
    let start = position
    let byte = byte(at: start &+ 1)
    position = start &+ 2
    switch byte {
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    default:
      position = start
      throw syntax(.escape)
    }
  }

  /// Reads the digits of `\uXXXX`, and the second half of a surrogate pair. Half a pair is U+FFFD: it is where a server in Java or
  /// JavaScript has cut a string.
  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> UInt32 {
    let code = try hexDigits()
    guard code & 0xF800 == 0xD800 else { return code }
    if code < 0xDC00, byte(at: position) == UInt8(ascii: "\\"), byte(at: position &+ 1) == UInt8(ascii: "u") {
      let end = position
      position &+= 2
      let low = try hexDigits()
      if low & 0xFC00 == 0xDC00 { return 0x10000 &+ (code & 0x3FF) &<< 10 &+ low & 0x3FF }
      position = end
    }
    if start > loneSurrogates.last ?? -1 { loneSurrogates.append(start) }
    return 0xFFFD
  }

  @inline(__always)
  private mutating func hexDigits() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexDigit(byte(at: position)) else { throw syntax(.hexDigit) }
      code = code &<< 4 | UInt32(digit)
      position &+= 1
    }
    return code
  }

  /// Returns the value of a hexadecimal digit.
  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    let (digit, letter) = (byte &- UInt8(ascii: "0"), (byte | 0x20) &- UInt8(ascii: "a"))
    if digit < 10 { return digit }
    return letter < 6 ? letter &+ 10 : nil
  }

  /// Skips a string, and validates it.
  mutating func skipString() throws(JSONError) {
    position += 1
    while true {
      position = plainRun(from: position).end
      switch byte(at: position) {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): _ = try escape()
      default: throw invalidByte()
      }
    }
  }
}
