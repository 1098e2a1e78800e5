import Foundation

// The forms of values that are read only where they are declared (``Lenient``), and only after a value can't be read as it is.

extension JSONReader {
  /// Reads `0`, `1` or one of the words for them. Returns `nil`, without advancing, for any other value.
  @inline(never)
  mutating func lenientBool() throws(JSONError) -> Bool? {
    let start = position
    let word: String
    switch byte(at: start) {
    case UInt8(ascii: "\""): word = try string().lowercased()
    case UInt8(ascii: "0"), UInt8(ascii: "1"): word = text(of: try scanNumber(Bool.self))
    default: return nil
    }
    switch word {
    case "1", "true", "y", "yes", "t": return true
    case "0", "false", "n", "no", "f": return false
    default:
      position = start
      return nil
    }
  }

  /// Reads the digits of a number as a string.
  @inline(never)
  mutating func otherString() throws(JSONError) -> String {
    let byte = byte(at: position)
    guard isLenient, byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else { throw mismatch(String.self) }
    return text(of: try scanNumber(String.self))
  }

  /// Scans a number in a string: not `""`, `" 1"`, `"1,000"`, `"+1"`, `"007"` or `"NaN"`.
  @inline(never)
  mutating func otherNumber(_ type: Any.Type) throws(JSONError) -> JSONNumber {
    let start = position
    guard isLenient, byte(at: start) == UInt8(ascii: "\"") else { throw mismatch(type) }
    isLenient = false
    defer { isLenient = true }
    position += 1
    var number = try? scanNumber(type)
    if byte(at: position) == UInt8(ascii: "\"") { position += 1 } else { number = nil }
    if let number { return number }
    position = start
    throw mismatch(type)
  }

  /// Reads a value, or `nil` from an empty string or array or a date of zeros.
  @usableFromInline @inline(never)
  mutating func lenientOptional<Value: Payload>(_ type: Value.Type) throws(JSONError) -> Value? {
    let (start, depth) = (position, depth)
    do throws(JSONError) {
      return try Value(from: &self)
    } catch {
      try skipValue(from: start, depth: depth)
      guard Lenience.isNone(text(from: start)) else { throw error }
      return nil
    }
  }

  /// The characters of a value that was skipped.
  private func text(from start: Int) -> String {
    // Longer values are not `nil`.
    makeString(start, Swift.min(position, start + 64), isASCII: false)
  }

  /// Enters an empty array as an object without fields.
  @usableFromInline @inline(never)
  mutating func otherObject(_ type: Any.Type) throws(JSONError) -> JSONFields {
    let start = position
    guard isLenient, byte(at: start) == UInt8(ascii: "["), depth > 0 else { throw noObject(type) }
    position += 1
    skipSpace()
    guard byte(at: position) == UInt8(ascii: "]") else {
      position = start
      throw noObject(type)
    }
    depth -= 1
    return JSONFields(start: start)
  }

  /// Leaves an empty array that was entered as an object.
  mutating func takeEmptyArray(of fields: JSONFields) -> Bool {
    guard byte(at: fields.start) == UInt8(ascii: "["), byte(at: position) == UInt8(ascii: "]") else { return false }
    position += 1
    depth += 1
    return true
  }
}

/// The forms of values that stand for others.
enum Lenience {
  /// Whether JSON stands for the absence of a value.
  static func isNone(_ json: String) -> Bool {
    let text = json.filter { !$0.isWhitespace }
    return json == "\"\"" || text == "[]"
      || text.hasPrefix("\"0000-00-00") && text.allSatisfy { "0-:.TZ\"".contains($0) }
  }
}

extension Decimal {
  /// Whether a decimal can hold every digit of a number.
  static func holds(_ number: String) -> Bool {
    let digits = number.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
    return digits.reversed().drop { $0 == "0" }.count <= 38
  }
}
