import Foundation
import HTTPTypes

extension HTTPFields {
  /// Returns how long the server asks to wait (RFC 9110, section 10.2.3): a number of seconds, or until a date. Returns `nil` if
  /// there is no valid field, and zero for a date in the past. The date is compared with the response's own `Date`, because the device's
  /// clock may be wrong, and with `now` if there is none. At most a year, because a sleep that overflows its clock ends the process.
  func retryAfter(now: Date) -> Duration? {
    guard let text = self[.retryAfter] else { return nil }
    // A proxy may repeat the field, and some servers send a fraction, such as Discord's and OpenAI's.
    let first = text.split(separator: ",").first ?? ""
    let isNumber = first.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
    let sent = self[.date].flatMap { HTTPDate.parse($0, now: now) } ?? now
    let seconds = isNumber ? Double(first)?.rounded(.up) : HTTPDate.parse(text, now: now)?.timeIntervalSince(sent)
    return seconds.map { .seconds(Swift.min(Swift.max(0, $0), 31_536_000)) }
  }
}
