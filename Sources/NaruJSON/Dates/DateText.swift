/// A parser of the parts of a date, from the front of a string. Accepts only ASCII digits, and a fixed width for each
/// part.
struct DateText {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Parses `2026-03-04`.
  mutating func day() -> CivilTime? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
    return CivilTime(year: year, month: month, day: day)
  }

  /// Parses `2026-03-04T09:30:00`, with an optional fraction of 1 to 9 digits, or without the second. RFC 3339 allows `t` and a space as well.
  mutating func time() -> CivilTime? {
    guard var time = day(), take("T") || take("t") || take(" "), let hour = digits(2), take(":"),
      let minute = digits(2), hour < 24, minute < 60
    else { return nil }
    (time.hour, time.minute) = (hour, minute)
    // Java and Kotlin leave out a second of zero.
    guard take(":") else { return time }
    guard let second = digits(2), second <= 60 else { return nil }
    time.second = second
    if take(".") {
      guard let nanosecond = fraction() else { return nil }
      time.nanosecond = nanosecond
    }
    return time
  }

  /// Parses `Z`, `z`, `+09:00`, `+0900` or `+09`, and returns seconds.
  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : -1
    guard sign == 1 || take("-"), let hours = digits(2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 3600 }
    _ = take(":")
    guard let minutes = digits(2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Parses 1 to 9 digits, and returns nanoseconds.
  private mutating func fraction() -> Int? {
    var value = 0
    var unit = 1_000_000_000
    while let digit = digit() {
      guard unit > 1 else { return nil }
      unit /= 10
      value += digit * unit
    }
    return unit < 1_000_000_000 ? value : nil
  }
}

extension CivilTime {
  /// `2026-03-04`.
  var dayText: String {
    "\(year, width: 4)-\(month, width: 2)-\(day, width: 2)"
  }

  /// Returns `2026-03-04T09:30:00` with a number of fraction digits. The digits after these must be zero.
  func text(fractionDigits: Int) -> String {
    let fraction = fractionDigits > 0 ? ".\("\(nanosecond, width: 9)".prefix(fractionDigits))" : ""
    return "\(dayText)T\(hour, width: 2):\(minute, width: 2):\(second, width: 2)\(fraction)"
  }
}

extension DefaultStringInterpolation {
  /// Appends a non-negative number with leading zeros.
  fileprivate mutating func appendInterpolation(_ number: Int, width: Int) {
    let digits = String(number)
    appendLiteral(String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits)
  }
}
