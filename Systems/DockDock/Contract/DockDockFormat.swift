public import HTTPTypes
public import Naru

/// DockDock's envelope: `{"success":true,"message":null,"data":…,"error":null}`, and for a failure
/// `{"success":false,"message":"<a message>","data":null,"error":"<CODE>"}`.
public enum DockDockFormat: EnvelopeFormat {
  /// Dates are ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding(dates: .iso8601)

  /// Returns DockDock's own code of a status; by default the status's reason phrase.
  public static func code(of status: HTTPResponse.Status) -> String {
    switch status.code {
    case 400, 422: "VALIDATION_ERROR"
    case 409: "DUPLICATE_ENTRY"
    case 500...: "INTERNAL_ERROR"
    default: status.failureCode
    }
  }
}
