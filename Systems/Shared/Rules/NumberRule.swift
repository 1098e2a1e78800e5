package import Naru

/// A number that must lie in a range.
///
/// - Throws: `APIError` that names the field and the range.
package func checked<Number: BinaryInteger>(
  _ value: Number,
  _ name: String,
  _ range: ClosedRange<Number>
) throws(APIError) -> Number {
  guard range.contains(value) else {
    throw APIError.invalid(
      Sentence(
        korean: "`\(name)` 값은 \(range.lowerBound)부터 \(range.upperBound)까지여야 합니다: \(value)",
        english: "`\(name)` must be \(range.lowerBound) to \(range.upperBound), not \(value)."
      )
    )
  }
  return value
}

/// Where a page begins in its list.
///
/// - Parameters:
///   - page: the number of the page, from 1.
///   - size: how many elements a page has.
///   - name: what the size is called on the wire, for errors.
/// - Throws: `APIError` that names the field, for a page before 1 or a size outside 1…100.
package func checkedOffset(page: Int, size: Int, _ name: String = "size") throws(APIError) -> Int {
  let size = try checked(size, name, 1...100)
  return (try checked(page, "page", 1...Int(Int32.max)) - 1) * size
}
