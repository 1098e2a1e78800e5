import Foundation

extension JSONReader {
  /// Reads a date in the coding's format.
  mutating func date() throws(JSONError) -> Date {
    if settings.iso8601Digits != nil, let date = iso8601() { return date }
    return try date(in: settings.dates)
  }

  /// Reads a date in a format.
  mutating func date(in dates: DateCoding) throws(JSONError) -> Date {
    let start = position
    let date: Date? =
      switch dates.form {
      case .string, .iso8601: dates.date(try string())
      case .number(let date): date(try double())
      case .components(_, let date): date(try [Int](from: &self))
      }
    guard let date else { throw JSONError(dates.expected, offset: start) }
    return date
  }

  /// Reads a date in the most common format from the bytes: `"2026-03-04T09:30:00.123Z"`, or with an offset in hours
  /// and minutes. Returns `nil` for any other string, valid or not, without advancing.
  private mutating func iso8601() -> Date? {
    // The shortest date has 22 bytes with its quotes.
    guard count - position >= 22 else { return nil }
    let text = bytes.extracting(position..<position + 22)
    guard text[0] == UInt8(ascii: "\""), text[5] == UInt8(ascii: "-"), text[8] == UInt8(ascii: "-"),
      text[11] == UInt8(ascii: "T"), text[14] == UInt8(ascii: ":"), text[17] == UInt8(ascii: ":"),
      let century = twoDigits(text, 1), let year = twoDigits(text, 3), let month = twoDigits(text, 6),
      let day = twoDigits(text, 9), let hour = twoDigits(text, 12), let minute = twoDigits(text, 15),
      let second = twoDigits(text, 18), hour < 24, minute < 60, second < 60,
      var time = CivilTime(year: century * 100 + year, month: month, day: day)
    else { return nil }
    (time.hour, time.minute, time.second) = (hour, minute, second)
    var end = position + 20
    if byte(at: end) == UInt8(ascii: ".") {
      var unit = 1_000_000_000
      end += 1
      while byte(at: end) &- UInt8(ascii: "0") < 10, unit > 1 {
        unit /= 10
        time.nanosecond += Int(bytes[end] &- UInt8(ascii: "0")) * unit
        end += 1
      }
      if unit == 1_000_000_000 { return nil }
    }
    var offset = 0
    let zone = byte(at: end)
    if zone == UInt8(ascii: "Z") {
      end += 1
    } else {
      guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"), count - end >= 6,
        bytes[end + 3] == UInt8(ascii: ":"),
        let hours = twoDigits(bytes, end + 1), let minutes = twoDigits(bytes, end + 4), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (zone == UInt8(ascii: "-") ? -1 : 1)
      end += 6
    }
    guard byte(at: end) == UInt8(ascii: "\"") else { return nil }
    position = end + 1
    return time.instant(offset: offset).date
  }

  /// Parses two digits. The caller has checked that there are two bytes.
  @inline(__always)
  private func twoDigits(_ text: Span<UInt8>, _ at: Int) -> Int? {
    let (tens, ones) = (text[at] &- UInt8(ascii: "0"), text[at + 1] &- UInt8(ascii: "0"))
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}

extension JSONWriter {
  /// Writes a date in the coding's format.
  mutating func date(_ date: Date) throws(JSONError) {
    guard let digits = settings.iso8601Digits else { return try self.date(date, in: settings.dates) }
    guard let instant = Instant(date, fractionDigits: digits), let time = CivilTime(instant) else {
      throw invalid(expected: "a date that the format can write")
    }
    iso8601(time, fractionDigits: digits)
  }

  /// Writes a date in a format.
  mutating func date(_ date: Date, in dates: DateCoding) throws(JSONError) {
    guard let text = dates.text(date) else { throw invalid(expected: "a date that the format can write") }
    switch dates.form {
    case .string, .iso8601: string(text)
    case .number: put(text)
    case .components(let components, _): try array(components(date) ?? [])
    }
  }

  /// Writes `"2026-03-04T09:30:00.123Z"`.
  private mutating func iso8601(_ time: CivilTime, fractionDigits: Int) {
    reserve(32)
    put(UInt8(ascii: "\""))
    digits(time.year, 4)
    put(UInt8(ascii: "-"))
    digits(time.month, 2)
    put(UInt8(ascii: "-"))
    digits(time.day, 2)
    put(UInt8(ascii: "T"))
    digits(time.hour, 2)
    put(UInt8(ascii: ":"))
    digits(time.minute, 2)
    put(UInt8(ascii: ":"))
    digits(time.second, 2)
    if fractionDigits > 0 {
      put(UInt8(ascii: "."))
      digits(time.nanosecond / (fractionDigits..<9).reduce(1) { unit, _ in unit * 10 }, fractionDigits)
    }
    put("Z\"")
  }

  /// Writes a number with leading zeros.
  private mutating func digits(_ number: Int, _ width: Int) {
    reserve(width)
    var rest = number
    for offset in stride(from: count + width - 1, through: count, by: -1) {
      unsafe base[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += width
  }
}
