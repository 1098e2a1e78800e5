import Foundation
import HTTPTypes
import Naru

extension LabAPI.Filter {
  /// Whether an exchange matches.
  func matches(_ exchange: LoggedExchange) -> Bool {
    if let endpoint, exchange.facts.endpoint?.id.localizedCaseInsensitiveContains(endpoint) != true { return false }
    if let caller, exchange.facts.caller.shown?.localizedCaseInsensitiveContains(caller) != true { return false }
    if let key, exchange.facts.key != key { return false }
    if let fault, fault == "any" ? exchange.facts.faults.isEmpty : !exchange.facts.faults.contains(fault) {
      return false
    }
    if let status, !Self.matches(status, exchange.status) { return false }
    // The redacted target, so that no secret can be guessed by searching for it.
    if let text {
      let shown = exchange.target
      let readable = shown.removingPercentEncoding ?? shown
      return shown.localizedCaseInsensitiveContains(text) || readable.localizedCaseInsensitiveContains(text)
    }
    return true
  }

  static func matches(_ wanted: String, _ status: Int?) -> Bool {
    switch wanted {
    case "none": status == nil
    case "failed": status.map { $0 >= 400 } ?? true
    default:
      if let status, wanted.count == 3, wanted.lowercased().hasSuffix("xx") {
        wanted.first?.wholeNumberValue == status / 100
      } else {
        wanted == status.map(String.init)
      }
    }
  }

  /// Checks the values.
  func check() throws(APIError) {
    guard let status, !["none", "failed"].contains(status), status.wholeMatch(of: /[1-5](xx|XX|[0-9]{2})/) == nil else {
      return
    }
    throw .invalidRequest("“status” must be like 404, 4xx, failed or none, not “\(status)”.")
  }
}
