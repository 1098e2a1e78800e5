public import Foundation

extension Decimal: Payload {
  /// Reads a number.
  public init(from json: inout JSONReader) throws(JSONError) {
    let number = try json.scanNumber(Decimal.self)
    if let value = number.plainDecimal {
      self = value
    } else if let value = Decimal(string: json.text(of: number), locale: nil),
      // A string is sent for a number that must not be rounded.
      json.byte(at: number.end) != UInt8(ascii: "\"") || Decimal.holds(json.text(of: number))
    {
      self = value
    } else {
      throw JSONError(.invalid("a number that Decimal can hold", of: Decimal.self), offset: number.start)
    }
  }

  /// Writes a number.
  ///
  /// - Throws: ``JSONError`` for NaN.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    guard isFinite else { throw json.invalid(expected: "a number") }
    json.decimal(self)
  }

  /// A number.
  public static var schema: Schema { .number(format: "decimal") }
}

extension JSONNumber {
  /// The number, if it has few digits, as most have. `nil` if Foundation has to read it.
  fileprivate var plainDecimal: Decimal? {
    guard digits <= 19, magnitude > 0, exponent == 0 else { return nil }
    // Foundation also removes the zeros at the end of a fraction.
    var (magnitude, power) = (magnitude, -fractionDigits)
    while power < 0, magnitude % 10 == 0 {
      magnitude /= 10
      power += 1
    }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: power, significand: Decimal(magnitude))
  }
}

extension JSONWriter {
  fileprivate mutating func decimal(_ value: Decimal) {
    guard let (digits, fractionDigits) = value.fewDigits else { return put(value.description) }
    var (unit, rest): (UInt64, UInt64) = (1, digits)
    for _ in 0..<fractionDigits { unit *= 10 }
    number(digits / unit, isNegative: value.sign == .minus)
    guard fractionDigits > 0 else { return }
    put(UInt8(ascii: "."))
    reserve(fractionDigits)
    for place in (0..<fractionDigits).reversed() {
      unsafe base[count + place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += fractionDigits
  }
}

extension Decimal {
  /// The digits as one integer, and how many of them follow the point; the last one is not a zero. `nil` if there are too many.
  ///
  /// Foundation's `description` divides by ten for each digit, in numbers of 128 bits: 20,000 instructions for a price.
  fileprivate var fewDigits: (digits: UInt64, fractionDigits: Int)? {
    guard !isZero, (-18...0).contains(exponent) else { return nil }
    let significand = magnitude.significand
    var digits = NSDecimalNumber(decimal: significand).uint64Value
    guard Decimal(digits) == significand else { return nil }
    var fractionDigits = -exponent
    while fractionDigits > 0, digits % 10 == 0 {
      digits /= 10
      fractionDigits -= 1
    }
    return (digits, fractionDigits)
  }
}
