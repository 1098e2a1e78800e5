import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The language of failures, by `Accept-Language`.
struct LanguageTests {
  private func language(_ field: String?, otherwise fallback: Language = .korean) -> Language {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "naru.invalid", path: "/")
    if let field { head.headerFields[.acceptLanguage] = field }
    return Language(accepting: head, otherwise: fallback)
  }

  @Test(arguments: [
    ("en", Language.english), ("ko", .korean), ("EN-us", .english), ("ko-KR", .korean),
    ("en-US,en;q=0.9,ko;q=0.8", .english),
    ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", .korean), ("ko;q=0.5, en;q=0.9", .english),
    ("ko; q=0.2 ,en ; q=0.1", .korean),
    ("fr, en;q=0.3", .english), ("en, ko", .english), ("ko, en", .korean), ("ko;q=0, *", .english),
    ("*, ko;q=0.1", .english),
    ("en;q=0, ko;q=0.1", .korean), ("ko;q=0.5,ko-KR;q=1,en;q=0.8", .korean),
  ])
  func theLanguageWithTheHighestWeightIsChosen(field: String, expected: Language) {
    for fallback in Language.allCases { #expect(language(field, otherwise: fallback) == expected, "\(field)") }
  }

  @Test(arguments: [
    nil, "", "fr", "*", "en;q=0", "ko;q=0,en;q=0", "en;q=2", "en;q=x", "en;level=1", ";q=1", ",", "eng", "q=1",
  ])
  func withoutAValidPreferenceTheServersLanguageIsChosen(field: String?) {
    for fallback in Language.allCases {
      #expect(language(field, otherwise: fallback) == fallback, "\(field ?? "none")")
    }
  }

  @Test func aVeryLongFieldIsReadInPart() {
    #expect(language(String(repeating: "fr,", count: 100_000) + "en") == .korean)
  }

  @Test func aFailureHasTheSentenceAndTheNameOfItsLanguage() {
    let error = APIError(.notFound, LocalizedMessage(korean: "없는 책입니다.", english: "Book not found."))
    for (language, text) in [(Language.korean, "없는 책입니다."), (.english, "Book not found.")] {
      let response = APIResponse(failure: error, format: BareJSON.self, language: language)
      #expect(response.head.headerFields[.contentLanguage] == language.rawValue)
      #expect(response.head.headerFields[.vary] == "Accept-Language")
      #expect(response.text.contains(text))
    }
  }
}
