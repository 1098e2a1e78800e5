public import Naru

/// The library's answers: `{"success":true,"code":"success.retrieved","message":"Retrieved.","data":…}`, and for a failure
/// `{"success":false,"code":"error.…","message":"<a sentence>","data":null}`, under whatever status it comes.
public enum KonkukFormat: CodedEnvelopeFormat {
  /// There are no dates.
  public static let json = JSONCoding()

  /// What every success says.
  public static var success: (code: String, message: String?) { ("success.retrieved", "Retrieved.") }
}
