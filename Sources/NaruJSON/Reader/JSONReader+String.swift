extension JSONReader {
  /// Reads a string.
  ///
  /// - Throws: ``JSONError`` if the value is not a string, or not valid UTF-8.
  public mutating func string() throws(JSONError) -> String {
    guard byte(at: position) == UInt8(ascii: "\"") else { throw mismatch(String.self) }
    let start = position &+ 1
    let run = plainRun(from: start)
    guard byte(at: run.end) == UInt8(ascii: "\"") else { return try stringSlowly(from: start, plain: run.end) }
    position = run.end &+ 1
    return Self.makeString(base + start, run.end &- start, isASCII: run.isASCII)
  }

  /// Creates a string from bytes that are known to be UTF-8, without another validation if the system allows it.
  @inline(__always)
  static func makeString(_ bytes: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> String {
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return String(copying: UTF8Span(unchecked: buffer.span, isKnownASCII: isASCII))
    } else {
      return String(decoding: buffer, as: UTF8.self)
    }
  }

  /// Finds the end of a run of plain text: a quote, a backslash, a control character, an invalid byte, or the end.
  @inline(__always)
  func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
    let (bytes, count) = (UnsafeRawPointer(base), count)
    var offset = start
    // ASCII, eight bytes at a time.
    while offset &+ 8 <= count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let marks = Self.stops(word) | word & 0x8080_8080_8080_8080
      if marks != 0 {
        // Only the lowest mark is exact.
        offset &+= marks.trailingZeroBitCount &>> 3
        break
      }
      offset &+= 8
    }
    while offset < count {
      let byte = base[offset]
      guard byte < 0x80 else { return (mixedRun(from: offset), false) }
      if Self.stops(byte) { break }
      offset &+= 1
    }
    return (offset, true)
  }

  /// Finds the end of a run of plain text, from the first character that is not ASCII.
  @inline(__always)
  private func mixedRun(from start: Int) -> Int {
    let (bytes, count) = (UnsafeRawPointer(base), count)
    var offset = start
    while true {
      // Most characters that are not ASCII have three bytes: Hangul, Kana, Han.
      while offset &+ 4 <= count {
        let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        guard UTF8Check.isThreeBytes(word) else { break }
        offset &+= 3
      }
      guard offset < count else { return offset }
      let byte = base[offset]
      if byte < 0x80 {
        if Self.stops(byte) { return offset }
        offset &+= 1
      } else {
        let length = UTF8Check.characterLength(base + offset, count &- offset)
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
    return (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word))
      & 0x8080_8080_8080_8080
  }

  /// The slow path of ``string()``: for a string with escapes or without an end.
  @inline(never)
  private mutating func stringSlowly(from start: Int, plain: Int) throws(JSONError) -> String {
    var bytes: [UInt8] = []
    var (run, end) = (start, plain)
    while true {
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + run, count: end - run))
      position = end
      switch byte(at: end) {
      case UInt8(ascii: "\""):
        position += 1
        // The runs are validated, and escapes are whole characters, so the text is UTF-8.
        return bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      case UInt8(ascii: "\\"):
        try escape { bytes.append($0) }
        run = position
        end = plainRun(from: run).end
      default: throw invalidByte()
      }
    }
  }

  /// Returns the error for the byte at the cursor, which is not allowed in a string.
  private func invalidByte() -> JSONError {
    syntax(position >= count ? .quote : base[position] < 0x80 ? .noControlCharacter : .utf8)
  }

  /// Reads one escape sequence, or both of a surrogate pair.
  private mutating func escape(_ append: (UInt8) -> Void) throws(JSONError) {
    let start = position
    let byte = byte(at: start + 1)
    position += 2
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(byte)
    case UInt8(ascii: "b"): append(0x08)
    case UInt8(ascii: "f"): append(0x0C)
    case UInt8(ascii: "n"): append(0x0A)
    case UInt8(ascii: "r"): append(0x0D)
    case UInt8(ascii: "t"): append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexDigits()
      if code >> 10 == 0xD800 >> 10 {
        guard self.byte(at: position) == UInt8(ascii: "\\"), self.byte(at: position + 1) == UInt8(ascii: "u") else {
          position = start
          throw syntax(.surrogates)
        }
        position += 2
        let low = try hexDigits()
        guard low >> 10 == 0xDC00 >> 10 else {
          position = start
          throw syntax(.surrogates)
        }
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(code) else {
        position = start
        throw syntax(.surrogates)
      }
      for byte in String(Character(scalar)).utf8 { append(byte) }
    default:
      position = start
      throw syntax(.escape)
    }
  }

  private mutating func hexDigits() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte(at: position))).hexDigitValue else { throw syntax(.hexDigit) }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
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
      case UInt8(ascii: "\\"): try escape { _ in }
      default: throw invalidByte()
      }
    }
  }
}
