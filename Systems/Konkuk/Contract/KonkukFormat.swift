public import Naru

/// The library's envelope: `{"success":true,"code":"success.retrieved","message":"Retrieved.","data":…}`, and for a
/// failure `{"success":false,"code":"error.…","message":"<a message>","data":null}`, with any status.
public enum KonkukFormat: CodedEnvelopeFormat {
  /// The JSON coding. There are no dates.
  public static let json = JSONCoding()

  /// The code and message of every success.
  public static var success: (code: String, message: String?) { ("success.retrieved", "Retrieved.") }
}
