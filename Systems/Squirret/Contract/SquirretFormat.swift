public import Naru

/// Squirret's answers: values as plain JSON, and for a failure `{"error":"<code>","message":"<a sentence>"}`.
public enum SquirretFormat: ErrorMessageFormat {
  /// Dates are ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding(dates: .iso8601)
}
