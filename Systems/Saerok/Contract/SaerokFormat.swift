public import Naru
import Rules

/// Saerok's response format: plain JSON in which a field without a value is `null`, and failures as
/// `{"status":404,"message":"<a localizedMessage>"}`.
public enum SaerokFormat: StatusMessageFormat {
  /// The JSON coding. Dates are local time in Seoul without an offset, with six fractional digits; reading accepts 0 to
  /// 9.
  public static let json = JSONCoding(dates: .localTime(in: Seoul.timeZone, fractionDigits: 6))
}
