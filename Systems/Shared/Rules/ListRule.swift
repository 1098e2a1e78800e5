package import Naru

/// A list of at most so many elements.
///
/// - Throws: `APIError` that names the field.
package func checkedCount<Element>(_ list: [Element], _ name: String, upTo limit: Int) throws(APIError) -> [Element] {
  guard list.count <= limit else {
    throw APIError.invalid(
      Sentence(
        korean: "`\(name)`에는 \(limit)개까지 보낼 수 있습니다: \(list.count)개",
        english: "`\(name)` may have up to \(limit) elements, not \(list.count)."
      )
    )
  }
  return list
}
