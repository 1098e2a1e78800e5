public import Foundation
public import HTTPTypes

/// How a backend wraps its answers: one type for each backend, used by the client to read and by the server to write.
///
/// Only what goes wrong needs a form of its own; the rest has defaults that send values as plain JSON. See ``BareJSON``
/// for the smallest one.
public protocol ResponseFormat: Sendable {
  /// The coders of request and response bodies.
  static var json: JSONCoding { get }

  /// Reads the value out of the body of a success.
  ///
  /// - Throws: ``ServerFailure`` if the body says that it is a failure in spite of the status, or `DecodingError`.
  static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

  /// Looks whether the body of a success says that it is a failure. Called where no value is expected, so that any 2xx
  /// with any body will do: empty, `null`, `{}`, text.
  ///
  /// - Throws: ``ServerFailure``.
  static func checkSuccess(_ body: Data) throws

  /// Reads a failure. `nil` if the body does not have the expected form: an error page of a proxy, for example.
  static func decodeFailure(from body: Data) -> ServerFailure?

  /// Writes a success with a value.
  static func encode(_ value: some Encodable) throws -> Data

  /// The answer to a call that has no value.
  static var emptySuccess: (status: HTTPResponse.Status, body: Data) { get }

  /// Writes a failure.
  static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data
}

extension ResponseFormat {
  /// Plain JSON.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try json.decode(type, from: body)
  }

  /// The status alone decides.
  public static func checkSuccess(_ body: Data) throws {}

  /// Plain JSON.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.encode(value)
  }

  /// 204 without a body.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) { (.noContent, Data()) }
}

/// What a server says about a failure, beside the status.
public struct ServerFailure: Error, Sendable, Hashable {
  /// The server's code for programs, such as `BOOK_NOT_FOUND`.
  public var code: String?
  /// The server's sentence for people.
  public var message: String?

  /// A failure with what is known of it.
  public init(code: String? = nil, message: String? = nil) {
    self.code = code
    self.message = message
  }
}
