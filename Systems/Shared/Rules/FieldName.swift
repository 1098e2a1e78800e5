package import Naru

/// The name of a field, on the wire and in a message for a user, who typed the value under a label of an app.
package struct FieldName: Sendable {
  /// The name on the wire, such as `current_page`.
  package let wire: String
  /// The name in a sentence: `읽은 페이지`, `current page`. A field that only programs set has its name on the wire, in backticks.
  package let term: LocalizedMessage

  /// The name of a field.
  package init(_ wire: String) {
    self.wire = wire
    term = Self.terms[wire] ?? LocalizedMessage(korean: "`\(wire)` 값", english: "`\(wire)`")
  }

  /// Whether users know the field by a name.
  package var isForPeople: Bool { Self.terms[wire] != nil }

  private static let terms: [String: LocalizedMessage] = [
    "amount": LocalizedMessage(korean: "금액", english: "the amount"),
    "content": LocalizedMessage(korean: "내용", english: "the text"),
    "current_page": LocalizedMessage(korean: "읽은 페이지", english: "the current page"),
    "date": LocalizedMessage(korean: "날짜", english: "the date"),
    "end_date": LocalizedMessage(korean: "마친 날", english: "the end date"),
    "limit": LocalizedMessage(korean: "페이지당 개수", english: "the number of results on a page"),
    "maxResults": LocalizedMessage(korean: "페이지당 개수", english: "the number of results on a page"),
    "memo": LocalizedMessage(korean: "메모", english: "the memo"),
    "name": LocalizedMessage(korean: "이름", english: "the name"),
    "page": LocalizedMessage(korean: "페이지 번호", english: "the page number"),
    "page_number": LocalizedMessage(korean: "페이지 번호", english: "the page number"),
    "preferred_genres": LocalizedMessage(korean: "장르", english: "the genres"),
    "rating": LocalizedMessage(korean: "별점", english: "the rating"),
    "reading_purposes": LocalizedMessage(korean: "읽는 목적", english: "the reading purposes"),
    "review_text": LocalizedMessage(korean: "리뷰", english: "the review"),
    "selected_book_ids": LocalizedMessage(korean: "선택한 책", english: "the selected books"),
    "size": LocalizedMessage(korean: "페이지당 개수", english: "the number of results on a page"),
    "start": LocalizedMessage(korean: "페이지 번호", english: "the page number"),
    "start_date": LocalizedMessage(korean: "시작한 날", english: "the start date"),
    "year": LocalizedMessage(korean: "연도", english: "the year"),
  ]

  /// The Korean term as the topic of a sentence: `별점은`, `날짜는`.
  package var topic: String { term.korean + (endsInConsonant ? "은" : "는") }

  /// The Korean term as the object of a sentence: `별점을`, `날짜를`.
  package var object: String { term.korean + (endsInConsonant ? "을" : "를") }

  /// The English term at the beginning of a sentence: `The rating`.
  package var subject: String { term.english.prefix(1).uppercased() + term.english.dropFirst() }

  private var endsInConsonant: Bool {
    // Every 28th Hangul syllable is without a final consonant.
    guard let last = term.korean.unicodeScalars.last, ("가"..."힣").contains(last) else { return false }
    return (last.value - 0xAC00) % 28 != 0
  }
}
