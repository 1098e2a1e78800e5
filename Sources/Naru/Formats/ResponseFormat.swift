public import Foundation
public import HTTPTypes

/// The JSON around a backend's values and failures. The client reads with it and the server writes with it.
///
/// A format has to say what a failure looks like. The rest has defaults that send values as plain JSON. ``BareJSON`` is the
/// smallest format.
public protocol ResponseFormat: Sendable {
  /// The coding of request and response bodies.
  static var json: JSONCoding { get }

  /// Reads the value from the body of a success.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - body: the body.
  /// - Returns: the value.
  /// - Throws: ``ServerFailure`` if the body says that the call failed although the status is a success, or
  ///   `DecodingError`.
  static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

  /// Checks whether the body of a success says that the call failed. It is called if no value is expected, so any body
  /// other than a failure is valid: empty, `null`, `{}`, text.
  ///
  /// - Parameter body: the body.
  /// - Throws: ``ServerFailure``.
  static func checkSuccess(_ body: Data) throws

  /// Reads a failure. Returns `nil` if the body is not in this format, such as the error page of a proxy.
  static func decodeFailure(from body: Data) -> ServerFailure?

  /// Writes a success with a value.
  static func encode(_ value: some Encodable) throws -> Data

  /// The response to a call that has no value.
  static var emptySuccess: (status: HTTPResponse.Status, body: Data) { get }

  /// Writes a failure.
  static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data
}

extension ResponseFormat {
  /// Reads plain JSON.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try json.decode(type, from: body)
  }

  /// Accepts every body: only the status says whether the call failed.
  public static func checkSuccess(_ body: Data) throws {}

  /// Writes plain JSON.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.encode(value)
  }

  /// 204 without a body.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) { (.noContent, Data()) }
}

/// A failure as a server describes it, apart from the status.
public struct ServerFailure: Error, Sendable, Hashable {
  /// The server's code for programs, such as `BOOK_NOT_FOUND`.
  public var code: String?
  /// The server's sentence for people.
  public var message: String?

  /// Creates a failure from the known fields.
  public init(code: String? = nil, message: String? = nil) {
    self.code = code
    self.message = message
  }
}
