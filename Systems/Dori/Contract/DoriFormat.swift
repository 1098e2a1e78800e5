public import Foundation
public import HTTPTypes
public import Naru

/// Dori's answers: plain JSON, and for a failure `{"code":"PERSON_NOT_FOUND","message":"<a sentence>"}`.
public enum DoriFormat: CodeMessageFormat {
  /// Dates are ISO 8601 in UTC with whole seconds. A field that has no value is left out.
  public static let json = JSONCoding(dates: .iso8601Seconds)

  /// Dori's codes, where they are not the status's reason phrase.
  public static func code(of status: HTTPResponse.Status) -> String {
    switch status.code {
    case 400, 422: "VALIDATION_ERROR"
    case 500...: "INTERNAL_ERROR"
    default: status.failureCode
    }
  }

  /// 200 with `{}`, as removing answers.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) { (.ok, Data("{}".utf8)) }
}
