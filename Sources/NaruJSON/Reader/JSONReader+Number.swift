import Foundation

extension JSONReader {
  /// Reads a whole number. One with a fraction of zeros or with an exponent is one too, if its value is: `1.0`, `12e2`.
  ///
  /// - Throws: ``JSONError`` if the value is no number, no whole one, or one that the type can't hold.
  @inlinable
  public mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws(JSONError) -> Value {
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

  /// Sign and magnitude of a whole number.
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
    // Up to 19 digits fit in any case.
    if digits > 0, digits <= 19, digits == 1 || base[first] != UInt8(ascii: "0"), next != UInt8(ascii: "."),
      next | 0x20 != UInt8(ascii: "e")
    {
      position = offset
      return (magnitude, isNegative)
    }
    let number = try scanNumber(type)
    guard let magnitude = number.wholeMagnitude(in: base) else { throw doesNotFit(type, from: start) }
    return (magnitude, isNegative)
  }

  /// Reads a number as the `Double` nearest to it.
  ///
  /// - Throws: ``JSONError`` if the value is no number, or one that is too large, or too small to be told from zero.
  public mutating func double() throws(JSONError) -> Double {
    let number = try scanNumber(Double.self)
    if let value = number.exactDouble { return value }
    guard let value = Double(text(of: number)), value.isFinite, value != 0 || number.isZero(in: base) else {
      throw doesNotFit(Double.self, from: number.start)
    }
    return value
  }

  /// Reads a number as the `Float` nearest to it.
  ///
  /// - Throws: ``JSONError`` if the value is no number, or one that is too large, or too small to be told from zero.
  public mutating func float() throws(JSONError) -> Float {
    let number = try scanNumber(Float.self)
    guard let value = Float(text(of: number)), value.isFinite, value != 0 || number.isZero(in: base) else {
      throw doesNotFit(Float.self, from: number.start)
    }
    return value
  }

  /// The digits of a number that was read.
  func text(of number: JSONNumber) -> String {
    Self.makeString(base + number.start, number.end - number.start, isASCII: true)
  }

  /// Goes behind a number, and checks its form.
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
      if !number.isNegative { throw mismatch(type) }
      position = offset
      throw syntax(.digit)
    }
    guard number.digits == 1 || base[first] != UInt8(ascii: "0") else {
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
        // More than this is as good as infinite, for any number of digits that there can be.
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

/// A number in its parts.
struct JSONNumber {
  /// Where it begins.
  let start: Int
  /// Where it ends.
  var end = 0
  var isNegative = false
  /// Where its first digit is.
  var firstDigit = 0
  /// Where its last digit before the exponent ends.
  var lastDigit = 0
  /// All digits before the exponent as one number, which is right if there are at most 19 of them.
  var magnitude: UInt64 = 0
  /// How many digits are before the exponent.
  var digits = 0
  /// How many of them are behind the point.
  var fractionDigits = 0
  var exponent = 0

  init(start: Int) {
    self.start = start
  }

  /// The number where a `Double` can hold digits and power of ten exactly, so that one operation rounds it correctly.
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

  /// Whether all digits are zeros.
  func isZero(in base: UnsafePointer<UInt8>) -> Bool {
    (firstDigit..<lastDigit).allSatisfy { base[$0] == UInt8(ascii: "0") || base[$0] == UInt8(ascii: ".") }
  }

  /// The magnitude if the number is whole, exactly. `nil` if it is not, or if it does not fit.
  func wholeMagnitude(in base: UnsafePointer<UInt8>) -> UInt64? {
    var power = exponent - fractionDigits
    // The digits without the zeros at their end, which only change the power.
    var end = lastDigit
    while end > firstDigit {
      let byte = base[end - 1]
      if byte == UInt8(ascii: "0") { power += 1 } else if byte != UInt8(ascii: ".") { break }
      end -= 1
    }
    var value: UInt64 = 0
    for offset in firstDigit..<end where base[offset] != UInt8(ascii: ".") {
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(base[offset] - UInt8(ascii: "0")))
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
