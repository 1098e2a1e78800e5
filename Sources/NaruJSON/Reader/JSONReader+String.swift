extension JSONReader {
  /// Reads a string.
  ///
  /// - Throws: ``JSONError`` if the value is no string, or one with bytes that are not UTF-8.
  public mutating func string() throws(JSONError) -> String {
    guard byte(at: position) == UInt8(ascii: "\"") else { throw mismatch(String.self) }
    let start = position + 1
    let (end, isASCII) = scanPlain(from: start)
    guard byte(at: end) == UInt8(ascii: "\"") else { return try stringSlowly(from: start, plain: end) }
    guard isASCII || UTF8Check.isValid(base + start, end - start) else { throw invalidUTF8(from: start, to: end) }
    position = end + 1
    return Self.makeString(base + start, end - start, isASCII: isASCII)
  }

  /// A string of bytes that are known to be UTF-8. Where the system can, without a second look at them.
  @inline(__always)
  static func makeString(_ bytes: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> String {
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return String(copying: UTF8Span(unchecked: buffer.span, isKnownASCII: isASCII))
    } else {
      return String(decoding: buffer, as: UTF8.self)
    }
  }

  /// Where the first byte is that ends a run of plain text: a quote, a backslash, a control character, or the end. Also
  /// whether all bytes before it are ASCII.
  @inline(__always)
  func scanPlain(from start: Int) -> (end: Int, isASCII: Bool) {
    var offset = start
    var bits: UInt64 = 0
    while offset &+ 8 <= count {
      let word = UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let stops = Self.stops(word)
      if stops != 0 {
        // The lowest mark is exact; those above it may be false.
        let length = stops.trailingZeroBitCount &>> 3
        bits |= word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
        return (offset &+ length, bits & 0x8080_8080_8080_8080 == 0)
      }
      bits |= word
      offset &+= 8
    }
    while offset < count {
      let byte = base[offset]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      bits |= UInt64(byte)
      offset &+= 1
    }
    return (offset, bits & 0x8080_8080_8080_8080 == 0)
  }

  /// Marks, in the highest bit of each of eight bytes, those that end a run of plain text.
  @inline(__always)
  static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    return (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word))
      & 0x8080_8080_8080_8080
  }

  /// The rest of ``string()``, for one with escapes or without an end.
  @inline(never)
  private mutating func stringSlowly(from start: Int, plain: Int) throws(JSONError) -> String {
    var bytes: [UInt8] = []
    var (run, end) = (start, plain)
    while true {
      guard UTF8Check.isValid(base + run, end - run) else { throw invalidUTF8(from: run, to: end) }
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + run, count: end - run))
      switch byte(at: end) {
      case UInt8(ascii: "\""):
        position = end + 1
        // Escapes are checked when they are read, so that the whole is UTF-8 too.
        return bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      case UInt8(ascii: "\\"):
        position = end
        try escape { bytes.append($0) }
        run = position
        end = scanPlain(from: run).end
      default:
        position = end
        throw end < count ? syntax(.noControlCharacter) : syntax(.quote)
      }
    }
  }

  /// Reads one escape, and for a surrogate both halves.
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

  /// Goes behind a string, and checks it on the way.
  mutating func skipString() throws(JSONError) {
    var run = position + 1
    while true {
      let (end, isASCII) = scanPlain(from: run)
      guard isASCII || UTF8Check.isValid(base + run, end - run) else { throw invalidUTF8(from: run, to: end) }
      position = end
      switch byte(at: end) {
      case UInt8(ascii: "\""):
        position = end + 1
        return
      case UInt8(ascii: "\\"):
        try escape { _ in }
        run = position
      default: throw end < count ? syntax(.noControlCharacter) : syntax(.quote)
      }
    }
  }

  private mutating func invalidUTF8(from start: Int, to end: Int) -> JSONError {
    position = start + UTF8Check.validPrefix(base + start, end - start)
    return syntax(.utf8)
  }
}
