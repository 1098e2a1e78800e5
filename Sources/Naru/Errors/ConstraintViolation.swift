/// A value that is beyond a `Constraint` of its field or parameter.
public struct ConstraintViolation: Error, Sendable, Hashable {
  /// The place of the value: the name of a parameter, or the path in the body: `authors[0].name`.
  public let path: String
  /// The limit.
  public let constraint: Constraint
  /// The number of characters or elements that the value has, or the number itself. `nil` for a string of another form.
  public let found: String?
  /// The message for users.
  public let localizedMessage: LocalizedMessage

  init(path: String, constraint: Constraint, found: String?) {
    self.path = path
    self.constraint = constraint
    self.found = found
    localizedMessage = constraint.localizedMessage(about: path, found: found)
  }

  init(path: String, _ excess: Constraint.Excess) {
    self.init(path: excess.index.map { "\(path)[\($0)]" } ?? path, constraint: excess.constraint, found: excess.found)
  }

  private init(_ problem: ConstraintViolation, _ localizedMessage: LocalizedMessage) {
    path = problem.path
    constraint = problem.constraint
    found = problem.found
    self.localizedMessage = localizedMessage
  }

  /// Returns the problem with the sentence of the server, if the server has one for it.
  func described(by describe: (ConstraintViolation) -> LocalizedMessage?) -> ConstraintViolation {
    describe(self).map { ConstraintViolation(self, $0) } ?? self
  }
}

extension ConstraintViolation: RequestError {
  package var fields: [APIError.Field] { [.init(path, localizedMessage, code: "limit")] }
}

extension Constraint {
  /// Returns the sentence about a value that is beyond the limit.
  fileprivate func localizedMessage(about path: String, found: String?) -> LocalizedMessage {
    let found = found ?? ""
    return switch self {
    case .length(let min, let max):
      LocalizedMessage(
        korean: "`\(path)` 값은 \(korean(min, max, "자"))여야 합니다. (현재 \(found)자)",
        english: "`\(path)` must have \(expected), but has \(found)."
      )
    case .items(let min, let max):
      LocalizedMessage(
        korean: "`\(path)` 목록은 \(korean(min, max, "개"))여야 합니다. (현재 \(found)개)",
        english: "`\(path)` must have \(expected), but has \(found)."
      )
    case .range(let min, let max):
      LocalizedMessage(
        korean: "`\(path)` 값은 \(korean(min, max)) 합니다: \(found)",
        english: "`\(path)` must be \(expected), not \(found)."
      )
    case .pattern(let pattern):
      LocalizedMessage(
        korean: "`\(path)` 값의 형식이 올바르지 않습니다. (정규식 \(pattern))",
        english: "`\(path)` must match the regular expression \(pattern)."
      )
    case .format(let format):
      LocalizedMessage(korean: "`\(path)` 값은 \(format.korean) 합니다.", english: "`\(path)` must be \(expected).")
    }
  }

  private func korean(_ min: Int, _ max: Int?, _ unit: String) -> String {
    guard let max else { return "\(min)\(unit) 이상이" }
    return min == 0 ? "\(max)\(unit) 이하" : min == max ? "\(min)\(unit)" : "\(min)\(unit) 이상 \(max)\(unit) 이하"
  }

  private func korean(_ min: Double?, _ max: Double?) -> String {
    switch (min.map(Constraint.text), max.map(Constraint.text)) {
    case (let min?, let max?): "\(min) 이상 \(max) 이하여야"
    case (let min?, nil): "\(min) 이상이어야"
    case (nil, let max?): "\(max) 이하여야"
    case (nil, nil): "숫자여야"
    }
  }
}

extension Constraint.Format {
  fileprivate var korean: String {
    switch self {
    case .email: "이메일 주소여야"
    case .date: "날짜(예: 2026-03-04)여야"
    case .uri: "URI여야"
    case .uuid: "UUID여야"
    }
  }
}
