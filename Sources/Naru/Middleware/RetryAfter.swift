import Foundation
import HTTPTypes

extension HTTPFields {
  /// Returns how long the server asks to wait (RFC 9110, section 10.2.3): a number of seconds, or until a date. Returns `nil` if
  /// there is no valid field, and zero for a date in the past. The date is compared with the response's own `Date`, because the device's
  /// clock may be wrong, and with `now` if there is none.
  func retryAfter(now: Date) -> Duration? {
    guard let text = self[.retryAfter] else { return nil }
    // A proxy may repeat the field, and some servers send a fraction, such as Discord's and OpenAI's.
    if let number = text.split(separator: ",").first, number.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }),
      let seconds = Double(number)
    {
      // A number that overflows becomes the largest one.
      return .seconds(Int64(exactly: seconds.rounded(.up)) ?? .max)
    }
    guard let date = HTTPDate.parse(text, now: now) else { return nil }
    let sent = self[.date].flatMap { HTTPDate.parse($0, now: now) } ?? now
    return .seconds(Swift.max(0, date.timeIntervalSince(sent)))
  }
}
