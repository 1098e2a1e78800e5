import Naru
import NaruRecording

extension Fault.Rule {
  /// Checks the values of the rule.
  func check(_ endpoints: [String]) throws(APIError) {
    if let endpoint, !endpoints.contains(endpoint) {
      let similar = endpoints.filter { $0.lowercased().hasSuffix(".\(endpoint.lowercased())") }.first
      let hint = similar.map { " Did you mean “\($0)”?" } ?? ""
      throw .invalidRequest("The server has no endpoint named “\(endpoint)”.\(hint)")
    }
    if let calls, calls.isEmpty || calls.contains(where: { $0 < 1 }) {
      throw .invalidRequest("“calls” takes one or more numbers, each at least 1.")
    }
    if let share, !(share > 0 && share <= 1) {
      throw .invalidRequest("“share” must be more than 0 and at most 1, not \(share).")
    }
    try fault.check()
  }
}

extension LabAPI.Decision {
  /// Returns the decision without a body that was not edited, and checks the values for a held call.
  func checked(for call: LabAPI.ExchangeDetail) throws(APIError) -> LabAPI.Decision {
    let shown = call.exchange.status == nil ? call.request.body : call.response?.body
    if body != nil, shown == nil {
      throw .invalidRequest("The body can't be edited: it is empty, a stream, not a string, or larger than 64 KiB.")
    }
    if let status, call.exchange.status == nil || !(200...599).contains(status) {
      throw .invalidRequest("“status” must be from 200 to 599, and only a held response has one.")
    }
    try fault?.check()
    return LabAPI.Decision(status: status, body: body == shown ? nil : body, fault: fault)
  }
}

extension Fault {
  fileprivate func check() throws(APIError) {
    switch kind {
    case .delay:
      try Self.check("milliseconds", milliseconds, 0...600_000)
      try Self.check("jitter", jitter ?? 0, 0...600_000)
    case .status:
      try Self.check("code", code, 400...599)
      try Self.check("retryAfter", retryAfter ?? 1, 1...86_400)
    case .slowBody: try Self.check("bytesPerSecond", bytesPerSecond, 1...1_000_000_000)
    default: break
    }
  }

  private static func check(_ name: String, _ number: Int?, _ range: ClosedRange<Int>) throws(APIError) {
    if let number, range.contains(number) { return }
    let given = number.map { ", not \($0)" } ?? ""
    throw .invalidRequest("“\(name)” must be from \(range.lowerBound) to \(range.upperBound)\(given).")
  }
}
