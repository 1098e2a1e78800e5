public import Foundation
public import HTTPTypes
public import Naru

/// DockDock's envelope: `{"success":true,"message":null,"data":…,"error":null}`, and for a failure
/// `{"success":false,"message":"<a sentence>","data":null,"error":"<CODE>"}`.
public enum DockDockFormat: ResponseFormat {
  /// Dates are ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding(dates: .iso8601)

  /// Takes the value out of `data`. `success: false` is a failure under any status.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    let envelope: Envelope<Value>
    do {
      envelope = try json.decode(Envelope<Value>.self, from: body)
    } catch {
      // A failure has no data, and must not be taken for an answer that can't be read.
      try checkSuccess(body)
      throw error
    }
    guard envelope.success else { throw ServerFailure(code: envelope.error, message: envelope.message) }
    return envelope.data
  }

  /// Throws if the body says `success: false`. Anything else is a success: an empty body too.
  public static func checkSuccess(_ body: Data) throws {
    if let failure = decodeFailure(from: body) { throw failure }
  }

  /// Reads `error` and `message`, where `success` is false.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(FailureEnvelope.self, from: body), !failure.success else { return nil }
    return ServerFailure(code: failure.error, message: failure.message)
  }

  /// Puts the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.encode(SuccessEnvelope(data: value))
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    (.ok, Data(#"{"success":true,"message":null,"data":null,"error":null}"#.utf8))
  }

  /// Writes the code and the sentence. Without a code of its own, a failure has the one of its status.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(
      FailureEnvelope(success: false, message: failure.message, error: failure.code ?? code(of: status))
    )
  }

  private static func code(of status: HTTPResponse.Status) -> String {
    switch status.code {
    case 400, 422: "VALIDATION_ERROR"
    case 401: "UNAUTHORIZED"
    case 403: "FORBIDDEN"
    case 404: "NOT_FOUND"
    case 409: "DUPLICATE_ENTRY"
    case 405: "METHOD_NOT_ALLOWED"
    case 413: "CONTENT_TOO_LARGE"
    case 415: "UNSUPPORTED_MEDIA_TYPE"
    case 500...: "INTERNAL_ERROR"
    default: status.failureCode
    }
  }

  private struct Envelope<Value: Decodable>: Decodable {
    var success: Bool
    var message: String?
    var data: Value
    var error: String?
  }

  private struct SuccessEnvelope<Value: Encodable>: Encodable {
    var data: Value

    private enum Key: CodingKey { case success, message, data, error }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(true, forKey: .success)
      try container.encodeNil(forKey: .message)
      try container.encode(data, forKey: .data)
      try container.encodeNil(forKey: .error)
    }
  }

  private struct FailureEnvelope: Codable {
    var success: Bool
    var message: String?
    var error: String?

    private enum Key: CodingKey { case success, message, data, error }

    init(success: Bool, message: String?, error: String?) {
      self.success = success
      self.message = message
      self.error = error
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      success = try container.decode(Bool.self, forKey: .success)
      // A code or a sentence of another type must not hide that it is a failure.
      message = try? container.decodeIfPresent(String.self, forKey: .message)
      error = try? container.decodeIfPresent(String.self, forKey: .error)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(success, forKey: .success)
      try container.encode(message, forKey: .message)
      try container.encodeNil(forKey: .data)
      try container.encode(error, forKey: .error)
    }
  }
}
