package import Foundation
package import Naru

extension Seoul {
  /// The dates that something in a person's life can have: the years 1900 to 2999.
  package static let dates: Range<Date> = {
    func newYear(_ year: Int) -> Date {
      calendar.date(from: DateComponents(year: year, month: 1, day: 1)) ?? .distantPast
    }
    return newYear(1900)..<newYear(3000)
  }()
}

/// A date that something in a person's life can have.
///
/// - Throws: `APIError` that names the field and the range.
package func checked(_ date: Date, _ name: String) throws(APIError) -> Date {
  guard Seoul.dates.contains(date) else {
    throw APIError.invalid(
      Sentence(
        korean: "`\(name)` 값은 1900년부터 2999년까지여야 합니다.",
        english: "`\(name)` must be in the years 1900 to 2999."
      )
    )
  }
  return date
}
