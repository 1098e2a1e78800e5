import Foundation
import Naru

// What callers send is checked here, and every refusal names the field.

/// A number that must lie in a range.
///
/// - Throws: an `APIError` that names the parameter and the range.
func checked(_ value: Int, _ name: String, _ range: ClosedRange<Int>) throws -> Int {
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

/// A text in Unicode NFC, of at most so many characters as a person counts them, and not blank.
///
/// - Throws: an `APIError` that names the parameter.
func checkedText(_ text: String, _ name: String, upTo limit: Int) throws -> String {
  let text = text.precomposedStringWithCanonicalMapping
  guard text.unicodeScalars.contains(where: { !$0.isInvisible }) else {
    throw APIError.invalid(Sentence(korean: "`\(name)` 값이 비어 있습니다.", english: "`\(name)` is blank."))
  }
  guard text.count <= limit else {
    throw APIError.invalid(
      Sentence(
        korean: "`\(name)` 값은 \(limit)자까지 쓸 수 있습니다: \(text.count)자",
        english: "`\(name)` may have up to \(limit) characters, not \(text.count)."
      )
    )
  }
  return text
}

/// A list of at most so many elements.
///
/// - Throws: an `APIError` that names the parameter.
func checkedCount<Element>(_ list: [Element], _ name: String, upTo limit: Int) throws -> [Element] {
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

extension Unicode.Scalar {
  /// Whether a text of nothing but these shows nothing.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
    // Two fillers are letters that show nothing.
    default: value == 0x3164 || value == 0x115F || properties.isWhitespace
    }
  }
}

/// A part of a list: `page` from 1, and `limit` up to 100.
struct Part {
  let limit: Int
  let offset: Int

  /// - Throws: an `APIError` that names the parameter which is out of range.
  init(page: Int?, limit: Int?, usual: Int) throws {
    self.limit = try checked(limit ?? usual, "limit", 1...100)
    offset = (try checked(page ?? 1, "page", 1...Int(Int32.max)) - 1) * self.limit
  }
}
