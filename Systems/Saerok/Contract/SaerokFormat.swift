import Foundation
public import Naru

/// Saerok's response format: plain JSON with `null` for a field without a value, and failures as
/// `{"status":404,"message":"<a message>"}`.
public enum SaerokFormat: StatusMessageFormat {
  /// The JSON coding. Dates are local time in Seoul without an offset, with six fractional digits; reading accepts 0 to
  /// 9.
  public static let json = JSONCoding(dates: .localTime(in: seoul, fractionDigits: 6))

  /// Seoul's time zone. It falls back to nine hours ahead of UTC if the system has no time zone data.
  private static let seoul = TimeZone(identifier: "Asia/Seoul") ?? TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt
}
