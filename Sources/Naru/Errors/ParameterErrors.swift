package import NaruJSON

/// An error that can say to a person what is wrong with a request.
package protocol RequestProblem: PlacelessError {
  var sentence: Sentence { get }
}

/// A parameter that is needed did not come.
struct MissingParameter: RequestProblem {
  let name: String
  /// Whether another field of the same struct did come.
  var anotherCame = false

  var sentence: Sentence {
    Sentence(korean: "`\(name)` 값이 필요합니다.", english: "`\(name)` is missing.")
  }
}

/// A parameter came more than once, and only one value has a meaning.
struct RepeatedParameter: RequestProblem {
  let name: String

  var sentence: Sentence {
    Sentence(korean: "`\(name)` 값은 하나만 보낼 수 있습니다.", english: "`\(name)` is given more than once.")
  }
}

/// A parameter came, and it is not of the type that is needed.
struct MalformedParameter: RequestProblem {
  /// What was needed.
  struct Expected: Sendable {
    let sentence: Sentence

    static let text = Expected("문자열이어야", "text")
    static let integer = Expected("정수여야", "an integer")
    static let number = Expected("숫자여야", "a number")
    static let boolean = Expected("true 또는 false여야", "true or false")
    static let uuid = Expected("UUID여야", "a UUID")
    static let url = Expected("URL이어야", "a URL")
    static let date = Expected(
      "ISO 8601 날짜(예: 2026-03-04T09:30:00Z)여야",
      "an ISO 8601 date such as 2026-03-04T09:30:00Z"
    )

    /// One of the cases of an enum, listed where they are known.
    static func oneOf(_ type: any Decodable.Type) -> Expected {
      guard let cases = type as? any (CaseIterable & Encodable).Type else {
        return Expected("알려진 값이어야", "a known value")
      }
      let names = texts(cases)
      return Expected("\(names) 중 하나여야", "one of \(names)")
    }

    private static func texts<Cases: CaseIterable & Encodable>(_ type: Cases.Type) -> String {
      type.allCases.compactMap { try? ParameterEncoder.items($0, name: "").first?.value }.joined(separator: ", ")
    }

    private init(_ korean: String, _ english: String) {
      sentence = Sentence(korean: korean, english: english)
    }
  }

  let name: String
  let text: String
  let expected: Expected

  var sentence: Sentence {
    let excerpt = text.count > 40 ? "\(text.prefix(40))…" : text
    return Sentence(
      korean: "`\(name)` 값은 \(expected.sentence.korean) 합니다: “\(excerpt)”",
      english: "`\(name)` must be \(expected.sentence.english): “\(excerpt)”"
    )
  }
}
