import Foundation
import HTTPTypes

extension HTTPFields {
  /// Returns how long the server asks to wait (RFC 9110, section 10.2.3): a number of seconds, or until a date. Returns `nil` if
  /// there is no valid field, and zero for a date in the past.
  func retryAfter(now: Date) -> Duration? {
    guard let text = self[.retryAfter] else { return nil }
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) {
      // A number that overflows becomes the largest one.
      return .seconds(Int64(text) ?? .max)
    }
    return HTTPDate.parse(text, now: now).map { .seconds(Swift.max(0, $0.timeIntervalSince(now))) }
  }
}
