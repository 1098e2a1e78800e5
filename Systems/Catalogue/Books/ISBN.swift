/// An International Standard Book Number in its 13-digit form, known to be well formed.
public struct ISBN: Sendable, Hashable, Comparable {
  /// The thirteen digits as one number, such as 9788900059526.
  public let number: Int64

  /// The thirteen digits without hyphens.
  public var text: String { String(number) }

  /// Reads a 13- or 10-digit ISBN; hyphens and spaces between the digits are skipped and ten digits are converted.
  ///
  /// The result is nil for another number of digits, a wrong check digit or a prefix other than 978 and 979.
  public init?(_ text: some StringProtocol) {
    guard let digits = Self.digits(text) else { return nil }
    if digits.count == 13 { self.init(thirteen: digits) } else { self.init(ten: digits) }
  }

  /// Whether a string is 10 or 13 digits, hyphens and spaces apart, whatever its check digit.
  public static func isDigits(_ text: some StringProtocol) -> Bool {
    digits(text) != nil
  }

  /// The 10 or 13 digits of a string; a final X of ten is 10.
  private static func digits(_ text: some StringProtocol) -> [Int64]? {
    var digits: [Int64] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": digits.append(Int64(scalar.value - 48))
      case "X" where digits.count == 9, "x" where digits.count == 9: digits.append(10)
      case "-", " ", "\u{2010}", "\u{2011}", "\u{2013}": continue
      default: return nil
      }
      guard digits.count <= 13 else { return nil }
    }
    return digits.count == 10 || digits.count == 13 && !digits.contains(10) ? digits : nil
  }

  /// Reads a stored number; nil when it is not a valid ISBN-13.
  init?(number: Int64) {
    self.init(String(number))
  }

  private init?(thirteen digits: [Int64]) {
    let number = digits.reduce(0) { $0 * 10 + $1 }
    guard Self.checkDigit(digits.dropLast()) == digits[12], (978...979).contains(number / 10_000_000_000) else {
      return nil
    }
    self.number = number
  }

  private init?(ten digits: [Int64]) {
    let sum = zip(digits, stride(from: 10, through: 1, by: -1)).reduce(0) { $0 + $1.0 * Int64($1.1) }
    guard sum % 11 == 0 else { return nil }
    let body = [9, 7, 8] + digits.dropLast()
    self.init(thirteen: body + [Self.checkDigit(body[...])])
  }

  private static func checkDigit(_ body: ArraySlice<Int64>) -> Int64 {
    let sum = body.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return (10 - sum % 10) % 10
  }

  /// Orders by the thirteen digits.
  public static func < (one: ISBN, other: ISBN) -> Bool { one.number < other.number }
}

// MARK: - Book identifiers

extension ISBN {
  /// `naru` in ASCII, then the version 8 and the variant of RFC 9562.
  private static let bookIDPrefix = "6e617275-0000-8000-8"

  /// The identifier of the book with this ISBN: a version-8 UUID in lower case that never changes.
  ///
  /// `9788900059526` is `6e617275-0000-8000-8978-008900059526`.
  public var bookID: String {
    let digits = text
    return Self.bookIDPrefix + digits.prefix(3) + "-00" + digits.dropFirst(3)
  }

  /// Reads an identifier made by ``bookID``, in upper or lower case; nil for any other string.
  public init?(bookID: some StringProtocol) {
    let id = bookID.lowercased()
    guard id.utf8.count == 36, id.hasPrefix(Self.bookIDPrefix) else { return nil }
    let tail = id.dropFirst(Self.bookIDPrefix.count)
    guard tail.dropFirst(3).hasPrefix("-00") else { return nil }
    let digits = tail.prefix(3) + tail.dropFirst(6)
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    self.init(digits)
  }
}
