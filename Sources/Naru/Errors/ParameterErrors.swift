import Foundation
package import NaruJSON

/// An error in a request. Its sentence is for the sender.
package protocol RequestError: PlacelessError {
  var localizedMessage: LocalizedMessage { get }
  /// The invalid fields, each with its own sentence. Empty if the request as a whole is invalid.
  var fields: [APIError.Field] { get }
}

extension RequestError {
  package var fields: [APIError.Field] { [] }
}

struct MissingParameter: RequestError {
  let name: String
  /// Whether another field of the same struct is present.
  var anotherCame = false

  var localizedMessage: LocalizedMessage {
    LocalizedMessage(korean: "`\(name)` 값이 필요합니다.", english: "`\(name)` is missing.").translated("missing", name)
  }

  var fields: [APIError.Field] { [.init(name, localizedMessage, code: "missing")] }
}

struct RepeatedParameter: RequestError {
  let name: String

  var localizedMessage: LocalizedMessage {
    LocalizedMessage(korean: "`\(name)` 값은 하나만 보낼 수 있습니다.", english: "`\(name)` is given more than once.")
      .translated("repeated", name)
  }

  var fields: [APIError.Field] { [.init(name, localizedMessage, code: "repeated")] }
}

struct MalformedParameter: RequestError {
  struct Expected: Sendable {
    let localizedMessage: LocalizedMessage

    static let text = Expected("문자열이어야", "text")
    static let integer = Expected("정수여야", "an integer")
    static let number = Expected("숫자여야", "a number")
    static let boolean = Expected("true 또는 false여야", "true or false")
    static let plainPath = Expected("“.”과 “..”, 빈 부분이 없는 경로여야", "a path without empty parts, “.” and “..”")
    static let uuid = Expected("UUID여야", "a UUID")
    static let json = Expected("올바른 JSON이어야", "valid JSON of its type")
    static let url = Expected("URL이어야", "a URL")
    static let key = Expected("알려진 이름만 있는 객체여야", "an object with known names")
    static let day = Expected(Day.self, example: "2026-03-04")

    /// A date as the strategy writes it, with an example.
    static func date(_ dates: DateCoding) -> Expected {
      Expected(Date.self, example: dates.example)
    }

    /// One of the cases of an enum. They are listed if they are known.
    static func oneOf(_ type: any Decodable.Type) -> Expected {
      guard let cases = type as? any (CaseIterable & Encodable).Type else {
        return Expected("알려진 값이어야", "a known value")
      }
      let names = texts(cases)
      return Expected("\(names) 중 하나여야", "one of \(names)")
    }

    private static func texts<Cases: CaseIterable & Encodable>(_ type: Cases.Type) -> String {
      type.allCases.compactMap { try? ParameterEncoder.items($0, name: "", format: BareJSON.self).first?.value }.joined(
        separator: ", "
      )
    }

    /// The values of a type in JSON, with an example of a date. The Korean noun has the verb ending that fits it.
    init(_ type: Any.Type, example: String? = nil) {
      self =
        switch type {
        case is String.Type: Expected("문자열이어야", "a string")
        case is Bool.Type: .boolean
        case is any BinaryInteger.Type: .integer
        case is any BinaryFloatingPoint.Type, is Decimal.Type: .number
        case is Data.Type: Expected("base64 문자열이어야", "a base64 string")
        case is any RandomAccessCollection.Type: Expected("배열이어야", "an array")
        case is UUID.Type: .uuid
        case is URL.Type: .url
        case is Date.Type, is Day.Type:
          Expected("날짜\(example.map { "(예: \($0))" } ?? "")여야", "a date\(example.map { " such as \($0)" } ?? "")")
        default: Expected("객체여야", "an object")
        }
    }

    init(_ korean: String, _ english: String) {
      localizedMessage = LocalizedMessage(korean: korean, english: english)
    }
  }

  let name: String
  let text: String
  let expected: Expected

  var localizedMessage: LocalizedMessage {
    let excerpt = text.count > 40 ? "\(text.prefix(40))…" : text
    return LocalizedMessage(
      korean: "`\(name)` 값은 \(expected.localizedMessage.korean) 합니다: “\(excerpt)”",
      english: "`\(name)` must be \(expected.localizedMessage.english): “\(excerpt)”"
    ).translated("malformed", name, excerpt)
  }

  var fields: [APIError.Field] { [.init(name, localizedMessage, code: "invalid")] }
}
