public import Foundation
public import HTTPTypes
public import Naru

/// Dori's response format: plain JSON, and failures as `{"code":"PERSON_NOT_FOUND","message":"<a message>"}`.
public enum DoriFormat: CodeMessageFormat {
  /// The JSON coding. Dates are ISO 8601 in UTC with whole seconds, and fields without a value are omitted.
  public static let json = JSONCoding(dates: .iso8601Seconds)

  /// Returns Dori's code of a status. Most codes are the status's reason phrase.
  public static func code(of status: HTTPResponse.Status) -> String {
    switch status.code {
    case 400, 422: "VALIDATION_ERROR"
    case 500...: "INTERNAL_ERROR"
    default: status.failureCode
    }
  }

  /// 200 with `{}`, the response to a deletion.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) { (.ok, Data("{}".utf8)) }
}
