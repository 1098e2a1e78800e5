public import Naru

/// A month: `202603`.
public struct LoanMonth: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int

  /// Creates a month; `nil` if a number is out of range.
  public init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Creates a month from six digits, `202603`; `nil` for any other string.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 6, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
      return nil
    }
    self.init(year: number / 100, month: number % 100)
  }

  /// The number of months since year 0.
  package var number: Int { year * 12 + month - 1 }

  /// Compares by time.
  public static func < (left: LoanMonth, right: LoanMonth) -> Bool { left.number < right.number }

  /// Four digits of the year and two of the month: `202603`.
  public var description: String {
    let digits = String(year * 100 + month)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension LoanMonth: Codable {
  /// Decodes six digits.
  ///
  /// - Throws: `APIError` that names the parameter, for any other string.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let month = Self(text) else {
      let name = decoder.codingPath.last?.stringValue ?? "month"
      throw APIError.invalidRequest([
        .korean: "`\(name)` 값은 연도와 달을 나타내는 여섯 자리 숫자(예: 202603)여야 합니다: “\(text.prefix(40))”",
        .english: "`\(name)` must be a year and month in six digits, such as 202603: “\(text.prefix(40))”",
      ])
    }
    self = month
  }

  /// Encodes six digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The months whose loans count, from the first to the last. They are two query items; one without the other is an
/// error that names the missing one.
@Payload(init: true)
public struct LoanMonths: Sendable, Hashable {
  /// The first month.
  @Key("fromDateReceived") public var from: LoanMonth
  /// The last month; not before the first.
  @Key("toDateReceived") public var to: LoanMonth
}
