import Foundation

extension JSONReader {
  /// Reads an integer. A number with a fraction of zeros or an exponent is accepted if its value is an integer: `1.0`,
  /// `12e2`.
  @inlinable
  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws(JSONError) -> Value {
    let start = position
    let (magnitude, isNegative) = try wholeNumber(type)
    if isNegative {
      // The magnitude of the smallest number has no positive counterpart.
      if let value = Value(exactly: magnitude), let negated = Value(exactly: 0)?.subtractingReportingOverflow(value),
        !negated.overflow
      {
        return negated.partialValue
      }
      if Value.isSigned, magnitude == UInt64(truncatingIfNeeded: Value.min.magnitude) { return Value.min }
    } else if let value = Value(exactly: magnitude) {
      return value
    }
    throw doesNotFit(type, from: start)
  }

  /// Reads the sign and magnitude of an integer.
  @usableFromInline
  mutating func wholeNumber(_ type: Any.Type) throws(JSONError) -> (magnitude: UInt64, isNegative: Bool) {
    let start = position
    var offset = start
    let isNegative = byte(at: offset) == UInt8(ascii: "-")
    if isNegative { offset &+= 1 }
    let first = offset
    var magnitude: UInt64 = 0
    while true {
      let digit = byte(at: offset) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      offset &+= 1
    }
    let digits = offset &- first
    let next = byte(at: offset)
    // Up to 19 digits always fit.
    if digits > 0, digits <= 19, digits == 1 || byte(at: first) != UInt8(ascii: "0"), next != UInt8(ascii: "."),
      next | 0x20 != UInt8(ascii: "e")
    {
      position = offset
      return (magnitude, isNegative)
    }
    let number = try scanNumber(type)
    guard let magnitude = number.wholeMagnitude(in: bytes) else { throw doesNotFit(type, from: start) }
    return (magnitude, number.isNegative)
  }

  /// Reads a number as the nearest `Double`.
  @usableFromInline
  mutating func double() throws(JSONError) -> Double {
    try double(of: scanNumber(Double.self))
  }

  /// Returns a scanned number as the nearest `Double`.
  func double(of number: JSONNumber) throws(JSONError) -> Double {
    if let value = number.exactDouble { return value }
    guard let value = Double(text(of: number)), value.isFinite, value != 0 || number.isZero(in: bytes) else {
      throw doesNotFit(Double.self, from: number.start)
    }
    return value
  }

  /// Reads a number as the nearest `Float`.
  @usableFromInline
  mutating func float() throws(JSONError) -> Float {
    let number = try scanNumber(Float.self)
    guard let value = Float(text(of: number)), value.isFinite, value != 0 || number.isZero(in: bytes) else {
      throw doesNotFit(Float.self, from: number.start)
    }
    return value
  }

  /// Returns the characters of a scanned number.
  func text(of number: JSONNumber) -> String {
    makeString(number.start, number.end, isASCII: true)
  }

  /// Scans a number, and checks its syntax.
  mutating func scanNumber(_ type: Any.Type) throws(JSONError) -> JSONNumber {
    let start = position
    var offset = start
    var number = JSONNumber(start: start)
    if byte(at: offset) == UInt8(ascii: "-") {
      number.isNegative = true
      offset &+= 1
    }
    let first = offset
    number.firstDigit = first
    while true {
      let digit = byte(at: offset) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      number.magnitude = number.magnitude &* 10 &+ UInt64(digit)
      offset &+= 1
    }
    number.digits = offset &- first
    guard number.digits > 0 else {
      if !number.isNegative { return try otherNumber(type) }
      position = offset
      throw syntax(.digit)
    }
    guard number.digits == 1 || byte(at: first) != UInt8(ascii: "0") else {
      position = first + 1
      throw syntax(.noLeadingZero)
    }
    if byte(at: offset) == UInt8(ascii: ".") {
      offset &+= 1
      let fraction = offset
      while true {
        let digit = byte(at: offset) &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        number.magnitude = number.magnitude &* 10 &+ UInt64(digit)
        offset &+= 1
      }
      number.fractionDigits = offset &- fraction
      number.digits &+= number.fractionDigits
      guard number.fractionDigits > 0 else {
        position = offset
        throw syntax(.digit)
      }
    }
    number.lastDigit = offset
    if byte(at: offset) | 0x20 == UInt8(ascii: "e") {
      offset &+= 1
      let sign = byte(at: offset)
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset &+= 1 }
      let first = offset
      while true {
        let digit = byte(at: offset) &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        // A larger exponent is as good as infinite, whatever the number of digits.
        if number.exponent < 1_000_000_000_000 { number.exponent = number.exponent &* 10 &+ Int(digit) }
        offset &+= 1
      }
      guard offset > first else {
        position = offset
        throw syntax(.digit)
      }
      if sign == UInt8(ascii: "-") { number.exponent = -number.exponent }
    }
    number.end = offset
    position = offset
    return number
  }
}

/// The parts of a scanned number.
struct JSONNumber {
  /// The offset of the number.
  let start: Int
  /// The offset after the number.
  var end = 0
  var isNegative = false
  /// The offset of the first digit.
  var firstDigit = 0
  /// The offset after the last digit before the exponent.
  var lastDigit = 0
  /// All digits before the exponent as one integer. Correct for at most 19 digits.
  var magnitude: UInt64 = 0
  /// The number of digits before the exponent.
  var digits = 0
  /// The number of digits after the point.
  var fractionDigits = 0
  var exponent = 0

  /// The number, if `Double` represents both its digits and its power of ten exactly, so that one operation rounds
  /// correctly.
  @inline(__always)
  var exactDouble: Double? {
    let power = exponent &- fractionDigits
    guard digits <= 19, magnitude <= 1 << 53, power >= -22, power <= 22 else { return nil }
    let value = Double(magnitude)
    let scaled = power < 0 ? value / Self.powersOfTen(-power) : value * Self.powersOfTen(power)
    return isNegative ? -scaled : scaled
  }

  private static func powersOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    case 17: 1e17
    case 18: 1e18
    case 19: 1e19
    case 20: 1e20
    case 21: 1e21
    default: 1e22
    }
  }

  /// Returns whether all digits are zeros.
  func isZero(in bytes: Span<UInt8>) -> Bool {
    (firstDigit..<lastDigit).allSatisfy { bytes[$0] == UInt8(ascii: "0") || bytes[$0] == UInt8(ascii: ".") }
  }

  /// Returns the exact magnitude of an integer, or `nil` if the number is not an integer or does not fit.
  func wholeMagnitude(in bytes: Span<UInt8>) -> UInt64? {
    var power = exponent - fractionDigits
    // Trailing zeros only change the power.
    var end = lastDigit
    while end > firstDigit {
      let byte = bytes[end - 1]
      if byte == UInt8(ascii: "0") { power += 1 } else if byte != UInt8(ascii: ".") { break }
      end -= 1
    }
    var value: UInt64 = 0
    for offset in firstDigit..<end where bytes[offset] != UInt8(ascii: ".") {
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(bytes[offset] - UInt8(ascii: "0")))
      guard !tooLarge, !carries else { return nil }
      value = sum
    }
    if value == 0 { return 0 }
    guard power >= 0, power < 20 else { return nil }
    for _ in 0..<power {
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      guard !tooLarge else { return nil }
      value = product
    }
    return value
  }
}
