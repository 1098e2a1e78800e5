/// The default format of a contract: values as plain JSON, and failures as `{"code":"…","message":"…"}`.
public enum BareJSON: CodeMessageFormat {
  /// Dates as ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding()
}
