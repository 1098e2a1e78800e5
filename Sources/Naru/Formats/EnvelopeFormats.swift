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
    guard isFailure(body), let failure = try? json.decode(FailureBody.self, from: body) else { return nil }
    return ServerFailure(code: failure.error?.text, message: failure.message?.text)
  }

  /// Puts the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("success", true)
      try json.field("message", nullable: String?.none)
      try json.field("data", value)
      try json.field("error", nullable: String?.none)
      json.endObject()
    }
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    (.ok, Data(#"{"success":true,"message":null,"data":null,"error":null}"#.utf8))
  }

  /// Writes the code and the sentence.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("success", false)
      try json.field("message", nullable: failure.message)
      try json.field("data", nullable: String?.none)
      try json.field("error", failure.code ?? code(of: status))
      json.endObject()
    }
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
    guard isFailure(body), let failure = try? json.decode(FailureBody.self, from: body) else { return nil }
    return ServerFailure(code: failure.code?.text, message: failure.message?.text)
  }

  /// Puts the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("success", true)
      try json.field("code", success.code)
      try json.field("message", nullable: success.message)
      try json.field("data", value)
      json.endObject()
    }
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    let body = try? encode(String?.none)
    return (.ok, body ?? Data())
  }

  /// Writes the code and the sentence.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("success", false)
      try json.field("code", failure.code ?? code(of: status))
      try json.field("message", nullable: failure.message)
      try json.field("data", nullable: String?.none)
      json.endObject()
    }
  }
}

extension ResponseFormat {
  /// The value in `data`, read in one pass with what stands around it, unless the body says `success: false`.
  fileprivate static func decodeEnvelope<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    let value: Value? = try json.read(body) { json throws(JSONError) in
      let (success, data) = try json.envelope(type)
      // A failure has no data as a rule, and must not be taken for an answer that can't be read.
      return success ? try data.get() : nil
    }
    if let value { return value }
    throw decodeFailure(from: body) ?? ServerFailure()
  }

  /// Whether a body says `success: false`.
  fileprivate static func isFailure(_ body: Data) -> Bool {
    let success = try? json.read(body) { json throws(JSONError) in try json.envelope(Ignored.self).success }
    return success == false
  }
}

/// A value that nobody looks at.
private struct Ignored: Payload {
  static var schema: Schema { .object(Self.self, []) }

  init(from json: inout JSONReader) throws(JSONError) {
    try json.skipValue()
  }

  func write(to json: inout JSONWriter) throws(JSONError) {
    json.null()
  }
}

extension JSONReader {
  /// What every envelope has, in any order: `success`, and the value in `data`, or why it can't be read.
  fileprivate mutating func envelope<Value: Decodable>(
    _ type: Value.Type
  ) throws(JSONError) -> (success: Bool, data: Result<Value, JSONError>) {
    var success: Bool?
    var data: Result<Value, JSONError>?
    var fields = try beginObject(Value.self)
    while try nextField(in: &fields) {
      if isAt("success", 0, in: &fields) { success = try field(Bool.self) }
      if isAt("data", 1, in: &fields) {
        data = try attempt(type)
        try endField()
      }
    }
    return (try required(success, "success", in: fields), data ?? .failure(missing("data", in: fields)))
  }
}
