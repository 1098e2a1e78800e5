extension ISBN {
  /// The form with ten digits; the last may be an `X`. Nil for an ISBN that begins with 979, which has no such form.
  public var ten: String? {
    let digits = text
    guard digits.hasPrefix("978") else { return nil }
    let body = digits.dropFirst(3).dropLast()
    let sum = zip(body, stride(from: 10, through: 2, by: -1)).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * $1.1 }
    let check = (11 - sum % 11) % 11
    return body + (check == 10 ? "X" : String(check))
  }
}
