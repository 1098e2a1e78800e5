public import Foundation
public import HTTPTypes
public import Naru

/// DockDock's envelope: `{"success":true,"message":null,"data":…,"error":null}`, and for a failure
/// `{"success":false,"message":"<a sentence>","data":null,"error":"<CODE>"}`.
public enum DockDockFormat: ResponseFormat {
  /// Dates are ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding(dates: .iso8601)

  /// Takes the value out of `data`, in one pass with what stands around it. `success: false` is a failure under any status.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    let answer = try json.read(body) { json throws(JSONError) in
      let envelope = try Envelope<Value>(from: &json)
      // A failure has no data, and must not be taken for an answer that can't be read.
      return try envelope.success ? .success(envelope.data.get()) : Result.failure(envelope.failure)
    }
    return try answer.get()
  }

  /// Throws if the body says `success: false`. Anything else is a success: an empty body too.
  public static func checkSuccess(_ body: Data) throws {
    if let failure = decodeFailure(from: body) { throw failure }
  }

  /// Reads `error` and `message`, where `success` is false.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    let envelope = try? json.read(body) { json throws(JSONError) in try Envelope<Ignored>(from: &json) }
    guard let envelope, !envelope.success else { return nil }
    return envelope.failure
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

  /// Writes the code and the sentence. Without a code of its own, a failure has the one of its status.
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

  /// What every answer is, read without regard to the order of its fields.
  private struct Envelope<Value: Decodable> {
    var success: Bool
    /// The value, or why there is none that can be read.
    var data: Result<Value, JSONError>
    var failure: ServerFailure

    init(from json: inout JSONReader) throws(JSONError) {
      var success: Bool?
      var data: Result<Value, JSONError>?
      // A code or a sentence of another type must not hide that it is a failure.
      var message = Result<String?, JSONError>.success(nil)
      var code = Result<String?, JSONError>.success(nil)
      var fields = try json.beginObject(Self.self)
      while try json.nextField(in: &fields) {
        if json.isAt("success", 0, in: &fields) { success = try json.field(Bool.self) }
        if json.isAt("message", 1, in: &fields) {
          message = try json.attempt(String?.self)
          try json.endField()
        }
        if json.isAt("data", 2, in: &fields) {
          data = try json.attempt(Value.self)
          try json.endField()
        }
        if json.isAt("error", 3, in: &fields) {
          code = try json.attempt(String?.self)
          try json.endField()
        }
      }
      self.success = try json.required(success, "success", in: fields)
      self.data = data ?? .failure(json.missing("data", in: fields))
      for case .failure(let error) in [message, code] { self.data = .failure(error) }
      failure = ServerFailure(code: try? code.get(), message: try? message.get())
    }
  }

  /// A value that nobody looks at.
  private struct Ignored: Decodable {}
}
