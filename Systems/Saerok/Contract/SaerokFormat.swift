public import Naru
import Rules

/// Saerok's answers: plain JSON in which a field without a value is `null`, and for a failure
/// `{"status":404,"message":"<a sentence>"}`.
public enum SaerokFormat: StatusMessageFormat {
  /// Dates are Seoul's local time without an offset, written with six digits of a second and read with 0 to 9.
  public static let json = JSONCoding(dates: .localTime(in: Seoul.timeZone, fractionDigits: 6))
}
