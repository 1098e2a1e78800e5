import Foundation

/// The error for an empty body if one is required.
struct MissingBody: RequestError {
  let localizedMessage = LocalizedMessage(korean: "요청 본문이 비어 있습니다.", english: "The request body is empty.")
}

/// The error for a body that is not text in UTF-8.
struct MalformedText: RequestError {
  var localizedMessage: LocalizedMessage {
    LocalizedMessage(korean: "요청 본문이 UTF-8 텍스트가 아닙니다.", english: "The request body is not text in UTF-8.")
  }
}

/// The error for a body that is not JSON, or does not have the expected structure.
struct MalformedBody: RequestError {
  let localizedMessage: LocalizedMessage
  let fields: [APIError.Field]

  /// Creates the error for one or more values that can't be read, or are beyond a limit.
  init(_ errors: [DecodingError], in body: Data, describe: (ConstraintViolation) -> LocalizedMessage?) {
    let problems = errors.map { InvalidValue($0, in: body, describe) }
    localizedMessage = LocalizedMessage(
      korean: problems.map(\.localizedMessage.korean).joined(separator: " "),
      english: problems.map(\.localizedMessage.english).joined(separator: " ")
    )
    fields = problems.compactMap { problem in
      problem.path.isEmpty ? nil : .init(problem.path, problem.localizedMessage, code: problem.code)
    }
  }
}

/// A value of a body that can't be read.
private struct InvalidValue {
  /// The value's place: `authors[0].name`. Empty for the body itself.
  let path: String
  let localizedMessage: LocalizedMessage
  let code: String

  init(_ error: DecodingError, in body: Data, _ describe: (ConstraintViolation) -> LocalizedMessage?) {
    if let problem = error.limitProblem?.described(by: describe) {
      path = problem.path
      localizedMessage = problem.localizedMessage
      code = "limit"
      return
    }
    let path = error.codingPath.fieldPath
    self.path = path
    code =
      switch error {
      case .keyNotFound, .valueNotFound: "missing"
      default: "invalid"
      }
    func mustBe(_ expected: MalformedParameter.Expected) -> LocalizedMessage {
      LocalizedMessage(
        korean: (path.isEmpty ? "본문은" : "`\(path)` 값은") + " \(expected.localizedMessage.korean) 합니다.",
        english: (path.isEmpty ? "The body" : "`\(path)`") + " must be \(expected.localizedMessage.english)."
      )
    }
    switch error {
    case .keyNotFound,
      .valueNotFound where !path.isEmpty:
      localizedMessage = MissingParameter(name: path).localizedMessage
    case .typeMismatch(let type, _), .valueNotFound(let type, _):
      localizedMessage = mustBe(.init(type))
    case .dataCorrupted(let context) where context.isSyntax:
      let place = (context.underlyingError as? JSONError).flatMap { JSONPlace(offset: $0.offset, in: body) }
      localizedMessage = LocalizedMessage(
        korean: "본문이 올바른 JSON이 아닙니다." + (place.map { " (\($0.line)번째 줄, \($0.column)번째 문자)" } ?? ""),
        english: "The body is not valid JSON." + (place.map { " (line \($0.line), column \($0.column))" } ?? "")
      )
    case .dataCorrupted(let context):
      let reason = context.underlyingError as? JSONError
      localizedMessage =
        if let cases = reason?.cases {
          mustBe(.init("\(cases) 중 하나여야", "one of \(cases)"))
        } else if let (type, example) = reason?.unreadable {
          mustBe(.init(type, example: example))
        } else if let limit = reason?.limit {
          LocalizedMessage(korean: "본문이 너무 깊게 중첩되었거나 너무 깁니다.", english: "The body must have \(limit).")
        } else {
          LocalizedMessage(
            korean: path.isEmpty ? "본문에 올바르지 않은 값이 있습니다." : "`\(path)` 값이 올바르지 않습니다.",
            english: path.isEmpty ? "The body has an invalid value." : "`\(path)` has an invalid value."
          )
        }
    @unknown default:
      localizedMessage = LocalizedMessage(korean: "본문을 읽을 수 없습니다.", english: "The body can't be read.")
    }
  }
}

extension DecodingError.Context {
  /// Whether the body is not JSON. Foundation then reports no path.
  fileprivate var isSyntax: Bool { (underlyingError as? JSONError)?.isSyntax ?? codingPath.isEmpty }
}

/// The place where a string stops being JSON.
private struct JSONPlace {
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int

  init?(offset: Int, in body: Data) {
    guard (0...body.count).contains(offset) else { return nil }
    let before = String(decoding: body.prefix(offset), as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    (line, column) = (before.count, (before.last?.count ?? 0) + 1)
  }
}
