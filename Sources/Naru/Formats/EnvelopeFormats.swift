public import Foundation
public import HTTPTypes

/// Values in `data`: `{"success":true,"message":null,"data":…,"error":null}`. A failure is
/// `{"success":false,"message":"…","data":null,"error":"NOT_FOUND"}`, under whatever status it comes.
public protocol EnvelopeFormat: ResponseFormat {
  /// The code of a failure that has none of its own. Without an implementation: ``HTTPTypes/HTTPResponse/Status/failureCode``.
  static func code(of status: HTTPResponse.Status) -> String
}

extension EnvelopeFormat {
  /// The reason phrase: `NOT_FOUND`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode }

  /// Takes the value out of `data`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try decodeEnvelope(type, from: body)
  }

  /// Throws if the body says `success: false`. Anything else is a success: an empty body too.
  public static func checkSuccess(_ body: Data) throws {
    if let failure = decodeFailure(from: body) { throw failure }
  }

  /// Reads `error` and `message`, where `success` is false.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(FailureBody.self, from: body), failure.success == false else { return nil }
    return ServerFailure(code: failure.error?.text, message: failure.message?.text)
  }

  /// Puts the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.encode(SuccessEnvelope(data: value))
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    (.ok, Data(#"{"success":true,"message":null,"data":null,"error":null}"#.utf8))
  }

  /// Writes the code and the sentence.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(FailureEnvelope(message: failure.message, error: failure.code ?? code(of: status)))
  }
}

/// Values in `data`, with a code and a sentence for successes too:
/// `{"success":true,"code":"success.retrieved","message":"Retrieved.","data":…}`. A failure is
/// `{"success":false,"code":"error.…","message":"…","data":null}`, under whatever status it comes.
public protocol CodedEnvelopeFormat: ResponseFormat {
  /// The code and the sentence of a success. Without an implementation: `success`, and no sentence.
  static var success: (code: String, message: String?) { get }

  /// The code of a failure that has none of its own. Without an implementation: `error.` and the reason phrase.
  static func code(of status: HTTPResponse.Status) -> String
}

extension CodedEnvelopeFormat {
  /// `success`, and no sentence.
  public static var success: (code: String, message: String?) { ("success", nil) }

  /// `error.` and the reason phrase: `error.notFound`.
  public static func code(of status: HTTPResponse.Status) -> String {
    let words = status.failureCode.lowercased().split(separator: "_")
    return "error." + (words.first.map(String.init) ?? "") + words.dropFirst().map(\.capitalized).joined()
  }

  /// Takes the value out of `data`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try decodeEnvelope(type, from: body)
  }

  /// Throws if the body says `success: false`. Anything else is a success: an empty body too.
  public static func checkSuccess(_ body: Data) throws {
    if let failure = decodeFailure(from: body) { throw failure }
  }

  /// Reads `code` and `message`, where `success` is false.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(FailureBody.self, from: body), failure.success == false else { return nil }
    return ServerFailure(code: failure.code?.text, message: failure.message?.text)
  }

  /// Puts the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.encode(CodedEnvelope(success: true, code: success.code, message: success.message, data: value))
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    let body = try? json.encode(
      CodedEnvelope(success: true, code: success.code, message: success.message, data: Never?.none)
    )
    return (.ok, body ?? Data())
  }

  /// Writes the code and the sentence.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(
      CodedEnvelope(success: false, code: failure.code ?? code(of: status), message: failure.message, data: Never?.none)
    )
  }
}

extension ResponseFormat {
  /// The value in `data`, unless the body says `success: false`.
  fileprivate static func decodeEnvelope<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    let envelope: Envelope<Value>
    do {
      envelope = try json.decode(Envelope<Value>.self, from: body)
    } catch {
      // A failure has no data, and must not be taken for an answer that can't be read.
      try checkSuccess(body)
      throw error
    }
    // A failure that has data all the same.
    if !envelope.success { try checkSuccess(body) }
    return envelope.data
  }
}

private struct Envelope<Value: Decodable>: Decodable {
  var success: Bool
  var data: Value
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

private struct FailureEnvelope: Encodable {
  var message: String?
  var error: String

  private enum Key: CodingKey { case success, message, data, error }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(false, forKey: .success)
    try container.encode(message, forKey: .message)
    try container.encodeNil(forKey: .data)
    try container.encode(error, forKey: .error)
  }
}

private struct CodedEnvelope<Value: Encodable>: Encodable {
  var success: Bool
  var code: String
  var message: String?
  var data: Value

  private enum Key: CodingKey { case success, code, message, data }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(success, forKey: .success)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encode(data, forKey: .data)
  }
}
