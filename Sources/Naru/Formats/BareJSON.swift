/// Values as plain JSON without wrapping; a failure is `{"code":"…","message":"…"}`. The default of a contract.
public enum BareJSON: CodeMessageFormat {
  /// Dates as ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding()
}
