import Naru
import NaruLabContract

extension Lab.Rule {
  /// Checks the values of a rule.
  func check(_ endpoints: [String]) throws(APIError) {
    if let endpoint, !endpoints.contains(endpoint) {
      let similar = endpoints.filter { $0.lowercased().hasSuffix(".\(endpoint.lowercased())") }.first
      throw .invalidRequest(
        LocalizedMessage(
          korean: "“\(endpoint)”이라는 엔드포인트가 없습니다.\(similar.map { " “\($0)”을(를) 찾으셨나요?" } ?? "")",
          english: "The server has no endpoint named “\(endpoint)”.\(similar.map { " Did you mean “\($0)”?" } ?? "")"
        )
      )
    }
    if let calls, calls.isEmpty || calls.contains(where: { $0 < 1 }) {
      throw .invalidRequest(
        LocalizedMessage(
          korean: "calls에는 1 이상의 수가 하나 이상 있어야 합니다.",
          english: "“calls” takes one or more numbers, each at least 1."
        )
      )
    }
    if let share, !(share > 0 && share <= 1) {
      throw .invalidRequest(
        LocalizedMessage(
          korean: "share는 0보다 크고 1 이하여야 합니다: \(share)",
          english: "“share” must be more than 0 and at most 1, not \(share)."
        )
      )
    }
    try fault.check()
  }
}

extension Lab.Fault {
  fileprivate func check() throws(APIError) {
    switch self {
    case .delay(let milliseconds, let jitter):
      try Self.check("milliseconds", milliseconds, 0...600_000)
      if let jitter { try Self.check("jitter", jitter, 0...600_000) }
    case .status(let code, let retryAfter):
      try Self.check("code", code, 400...599)
      if let retryAfter { try Self.check("retryAfter", retryAfter, 1...86_400) }
    case .slowBody(let bytesPerSecond):
      try Self.check("bytesPerSecond", bytesPerSecond, 1...1_000_000_000)
    default: break
    }
  }

  private static func check(_ name: String, _ number: Int, _ range: ClosedRange<Int>) throws(APIError) {
    guard !range.contains(number) else { return }
    throw .invalidRequest(
      LocalizedMessage(
        korean: "\(name)은(는) \(range.lowerBound)부터 \(range.upperBound)까지입니다: \(number)",
        english: "“\(name)” must be from \(range.lowerBound) to \(range.upperBound), not \(number)."
      )
    )
  }
}
