public import Naru

/// Squirret's response format: values as plain JSON, and `{"error":"<code>","message":"<localizedMessage>"}` for failures.
public enum SquirretFormat: ErrorMessageFormat {
  /// JSON with dates in ISO 8601, in UTC with milliseconds.
  public static let json = JSONCoding(dates: .iso8601)
}
