package import Foundation
package import Naru

/// Checks that a number lies in a range.
package func checked<Number: BinaryInteger>(
  _ value: Number,
  _ name: String,
  _ range: ClosedRange<Number>
) throws(APIError) -> Number {
  guard range.contains(value) else {
    let name = FieldName(name)
    throw APIError.invalidRequest([
      .korean: "\(name.topic) \(range.lowerBound) 이상 \(range.upperBound) 이하여야 합니다: \(value)",
      .english: "\(name.subject) must be \(range.lowerBound) to \(range.upperBound), not \(value).",
    ])
  }
  return value
}

/// Checks that a date lies in ``Seoul/dates``.
package func checked(_ date: Date, _ name: String) throws(APIError) -> Date {
  guard Seoul.dates.contains(date) else {
    let name = FieldName(name)
    throw APIError.invalidRequest([
      .korean: "\(name.topic) 1900년 이상 2999년 이하여야 합니다.",
      .english: "\(name.subject) must be in the years 1900 to 2999.",
    ])
  }
  return date
}
