import Naru

/// A month: `202603`.
public struct LoanMonth: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int

  /// A month; `nil` for one that is not in the calendar.
  public init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Reads six digits, `202603`; `nil` for another text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 6, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
      return nil
    }
    self.init(year: number / 100, month: number % 100)
  }

  /// How many months there were before, since year 0.
  package var number: Int { year * 12 + month - 1 }

  /// Orders by time.
  public static func < (left: LoanMonth, right: LoanMonth) -> Bool { left.number < right.number }

  /// Four digits of the year and two of the month: `202603`.
  public var description: String {
    let digits = String(year * 100 + month)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// The months of which loans count, the first and the last included.
public struct LoanMonths: Sendable, Hashable {
  /// The first month.
  public var from: LoanMonth
  /// The last month; not before the first.
  public var to: LoanMonth

  /// Some months.
  public init(from: LoanMonth, to: LoanMonth) {
    self.from = from
    self.to = to
  }
}

/// Two items of a query: one alone is an error that names the other.
extension LoanMonths: Codable {
  /// Reads both months.
  ///
  /// - Throws: `APIError` for a text that is no month.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func month(_ key: Key) throws -> LoanMonth {
      let text = try container.decode(String.self, forKey: key)
      guard let month = LoanMonth(text) else {
        throw APIError.invalid(
          Sentence(
            korean: "`\(key.rawValue)` 값은 연도와 달을 나타내는 여섯 자리 숫자(예: 202603)여야 합니다: “\(text.prefix(40))”",
            english: "`\(key.rawValue)` must be six digits of a year and a month such as 202603: “\(text.prefix(40))”"
          )
        )
      }
      return month
    }
    // The texts are read before they are looked at, so that one that is missing is told first.
    for key in [Key.from, .to] { _ = try container.decode(String.self, forKey: key) }
    self.init(from: try month(.from), to: try month(.to))
  }

  /// Writes both months.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(from.description, forKey: .from)
    try container.encode(to.description, forKey: .to)
  }

  private enum Key: String, CodingKey {
    case from = "fromDateReceived"
    case to = "toDateReceived"
  }
}
