import Foundation
import HTTPTypes

extension HTTPFields {
  /// How long the server asks to wait (RFC 9110, section 10.2.3), in seconds or until a date. `nil` where it doesn't ask, or
  /// can't be understood; zero for a date that is past.
  func retryAfter(now: Date) -> Duration? {
    guard let text = self[.retryAfter] else { return nil }
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) {
      // More seconds than fit are as good as the most that do.
      return .seconds(Int64(text) ?? .max)
    }
    return HTTPDate.parse(text, now: now).map { .seconds(Swift.max(0, $0.timeIntervalSince(now))) }
  }
}
