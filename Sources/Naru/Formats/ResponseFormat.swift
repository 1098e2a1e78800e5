public import Foundation
public import HTTPTypes

/// The JSON around a backend's values and failures. The client reads with it and the server writes with it.
///
/// A format has to describe failures. The rest has defaults that send values as plain JSON. ``BareJSON`` is the
/// smallest format; ``TypedFailureFormat`` is for failures that have a type of their own, and ``ProblemFormat`` for problem details
/// (RFC 9457).
public protocol ResponseFormat: Sendable {
  /// The coding of request and response bodies.
  static var json: JSONCoding { get }

  /// Reads the value from the body of a success.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - body: the body.
  /// - Returns: the value.
  /// - Throws: ``ServerFailure`` if the body reports a failure although the status is a success, or
  ///   `DecodingError`.
  static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

  /// Checks whether the body of a success reports a failure. It is called if no value is expected, so any body
  /// other than a failure is valid: empty, `null`, `{}`, plain text. Web pages never reach it.
  ///
  /// - Parameter body: the body.
  /// - Throws: ``ServerFailure``, or another error if the body can't be this server's.
  static func checkSuccess(_ body: Data) throws

  /// Reads a failure. Returns `nil` if the body is not in this format, such as the error page of a proxy.
  static func decodeFailure(from body: Data) -> ServerFailure?

  /// Reads a failure whose form depends on the status or the header fields. The default reads the body, and for 400 and 422 also sentences by
  /// the names of fields, as Django REST framework sends them: `{"title":["This field is required."]}`.
  ///
  /// - Parameters:
  ///   - body: the body, in UTF-8.
  ///   - head: the status and the header fields.
  /// - Returns: the failure, or `nil` if the response is not in this format.
  static func decodeFailure(from body: Data, head: HTTPResponse) -> ServerFailure?

  /// Writes a success with a value.
  static func encode(_ value: some Encodable) throws -> Data

  /// The response to a call that has no value.
  static var emptySuccess: (status: HTTPResponse.Status, body: Data) { get }

  /// Writes a failure.
  static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data

  /// The media type of a failure. The default is JSON's.
  static var failureContentType: String { get }

  /// The codes of failures, with any status, that report the access token as expired: `Authentication` renews it and sends the call
  /// again, as after a 401. The default is `TOKEN_EXPIRED`, `ACCESS_TOKEN_EXPIRED`, `EXPIRED_TOKEN` and `invalid_token`.
  static var expiredTokenCodes: Set<String> { get }

  /// The codes of failures, with any status, that report the session as ended: `Authentication` signs the user out with the server's
  /// message. The default is none.
  static var endedSessionCodes: Set<String> { get }
}

extension ResponseFormat {
  /// Reads plain JSON.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try json.decode(type, from: body)
  }

  /// Accepts every body: only the status shows whether the call failed.
  public static func checkSuccess(_ body: Data) throws {}

  /// Writes plain JSON.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.encode(value)
  }

  /// 204 without a body.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) { (.noContent, Data()) }

  /// Reads the body, and for 400 and 422 also sentences by the names of fields.
  public static func decodeFailure(from body: Data, head: HTTPResponse) -> ServerFailure? {
    if let failure = decodeFailure(from: body) { return failure }
    guard [400, 422].contains(head.status.code), let tree = try? json.decode(JSONTree.self, from: body),
      tree.isSentences
    else { return nil }
    return ServerFailure(loose: ["errors": tree], code: "code")
  }

  /// `TOKEN_EXPIRED`, `ACCESS_TOKEN_EXPIRED`, `EXPIRED_TOKEN` and `invalid_token` (RFC 6750).
  public static var expiredTokenCodes: Set<String> { usualExpiredTokenCodes }

  /// None.
  public static var endedSessionCodes: Set<String> { [] }

  /// Whether a failure with this code is about the caller's credential, whatever its status.
  static func endsCredential(_ code: String) -> Bool {
    expiredTokenCodes.contains(code) || endedSessionCodes.contains(code)
  }

  /// `application/json; charset=utf-8`.
  public static var failureContentType: String { "application/json; charset=utf-8" }
}

private let usualExpiredTokenCodes: Set<String> = [
  "TOKEN_EXPIRED", "ACCESS_TOKEN_EXPIRED", "EXPIRED_TOKEN", "invalid_token",
]
