import Foundation

extension JSONWriter {
  /// Writes `null`.
  @inlinable
  public mutating func null() {
    put("null")
  }

  /// Writes `true` or `false`.
  @inlinable
  mutating func bool(_ value: Bool) {
    if value { put("true") } else { put("false") }
  }

  /// Writes a string. Escapes only the characters that must be escaped.
  public mutating func string(_ value: String) {
    if unsafe value.utf8.withContiguousStorageIfAvailable({ unsafe string($0) }) == nil {
      // A bridged string, without contiguous UTF-8.
      var copy = value
      copy.withUTF8 { unsafe string($0) }
    }
  }

  private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
    let length = bytes.count
    reserve(length &+ 10)
    unsafe base[count] = UInt8(ascii: "\"")
    count &+= 1
    guard let source = bytes.baseAddress else { return put(UInt8(ascii: "\"")) }
    let plain = unsafe copyPlain(source, length)
    guard plain == length else {
      return unsafe escaped(UnsafeBufferPointer(start: source + plain, count: length &- plain))
    }
    unsafe base[count] = UInt8(ascii: "\"")
    count &+= 1
  }

  /// Copies the beginning of a string, up to the first character that must be escaped. There must be room for all of it.
  @inline(__always)
  private mutating func copyPlain(_ source: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let here = unsafe base + count
    let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(here))
    var offset = 0
    while offset &+ 16 <= length {
      let one = unsafe from.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let other = unsafe from.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
      let stops = JSONReader.stops(UInt64(littleEndian: one)) | JSONReader.stops(UInt64(littleEndian: other))
      guard stops == 0 else { break }
      unsafe to.storeBytes(of: one, toByteOffset: offset, as: UInt64.self)
      unsafe to.storeBytes(of: other, toByteOffset: offset &+ 8, as: UInt64.self)
      offset &+= 16
    }
    while offset &+ 8 <= length {
      let word = unsafe from.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard JSONReader.stops(UInt64(littleEndian: word)) == 0 else { break }
      unsafe to.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < length {
      let byte = unsafe source[offset]
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      unsafe here[offset] = byte
      offset &+= 1
    }
    count &+= offset
    return offset
  }

  /// Writes the rest of a string, from the first character that must be escaped.
  @inline(never)
  private mutating func escaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = unsafe bytes
    while let byte = unsafe rest.first, let source = rest.baseAddress {
      putEscape(byte)
      reserve(rest.count)
      let plain = unsafe copyPlain(source + 1, rest.count &- 1)
      unsafe rest = UnsafeBufferPointer(start: source + 1 + plain, count: rest.count &- 1 &- plain)
    }
    put(UInt8(ascii: "\""))
  }

  private mutating func putEscape(_ byte: UInt8) {
    put(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
    case 0x08: put(UInt8(ascii: "b"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0C: put(UInt8(ascii: "f"))
    case 0x0D: put(UInt8(ascii: "r"))
    default:
      put("u00")
      put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let digit = byte & 0x0F
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Writes an integer.
  @inlinable
  mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    if let small = Int64(exactly: value) {
      number(small.magnitude, isNegative: small < 0)
    } else if let large = UInt64(exactly: value) {
      number(large, isNegative: false)
    } else {
      put("\(value)")
    }
  }

  @usableFromInline
  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { unsafe put(UnsafeRawBufferPointer($0)) }
  }

  @usableFromInline
  mutating func number(_ magnitude: UInt64, isNegative: Bool) {
    reserve(20)
    if isNegative {
      unsafe base[count] = UInt8(ascii: "-")
      count &+= 1
    }
    var digits = 1
    var rest = magnitude
    while rest >= 10 {
      rest /= 10
      digits &+= 1
    }
    rest = magnitude
    var offset = count &+ digits
    count = offset
    repeat {
      offset &-= 1
      let quotient = rest / 10
      unsafe base[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10)
      rest = quotient
    } while rest > 0
  }

  /// Writes a number with the fewest digits that are read as the same number, and without a fraction of zeros.
  @usableFromInline
  mutating func double(_ value: Double) throws(JSONError) {
    let magnitude = value.magnitude
    if magnitude < 1e9 {
      // Fast path for few digits: up to 15 digits are always the shortest form of their number.
      let whole = UInt64(magnitude)
      let isNegative = value.sign == .minus
      if Double(whole) == magnitude { return number(whole, isNegative: isNegative) }
      let hundredths = UInt64((magnitude * 100).rounded())
      if Double(hundredths) / 100 == magnitude {
        number(hundredths / 100, isNegative: isNegative)
        put(UInt8(ascii: "."))
        let (tens, ones) = (UInt8(hundredths / 10 % 10), UInt8(hundredths % 10))
        put(UInt8(ascii: "0") + tens)
        if ones > 0 { put(UInt8(ascii: "0") + ones) }
        return
      }
    }
    try put(value.description, isFinite: value.isFinite)
  }

  /// Writes a number with the fewest digits that are read as the same number, and without a fraction of zeros.
  @usableFromInline
  mutating func float(_ value: Float) throws(JSONError) {
    try put(value.description, isFinite: value.isFinite)
  }

  private mutating func put(_ text: String, isFinite: Bool) throws(JSONError) {
    guard isFinite else { throw invalid(expected: "a finite number") }
    put(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a value. If its type is not a ``Payload`` at run time, Foundation's encoder writes it.
  ///
  /// - Throws: ``JSONError``.
  public mutating func value<Value: Encodable>(_ value: Value) throws(JSONError) {
    if let payload = Value.self as? any Payload.Type { return try write(value, as: payload) }
    do {
      let data = try settings.encode(value)
      unsafe data.withUnsafeBytes { unsafe put($0) }
    } catch {
      throw JSONError(.foreign(error), offset: count)
    }
  }

  private mutating func write<Value, Found: Payload>(_ value: Value, as payload: Found.Type) throws(JSONError) {
    guard Found.self == Value.self else { throw invalid(expected: "\(payload)") }
    // It is that type. A cast would look for a conversion in each call.
    try unsafe unsafeBitCast(value, to: payload).write(to: &self)
  }
}
