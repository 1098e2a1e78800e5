public import Foundation
public import HTTPTypes

/// Values in `data`: `{"success":true,"message":null,"data":…,"error":null}`. A failure is
/// `{"success":false,"message":"…","data":null,"error":"NOT_FOUND"}`, whatever its status, and also has `errors` if fields of the
/// request are invalid: `[{"name":"title","message":"…","code":"missing"}]`, where a field may have no code.
public protocol EnvelopeFormat: ResponseFormat {
  /// The code of a failure that has none of its own. The default is ``HTTPTypes/HTTPResponse/Status/failureCode``.
  static func code(of status: HTTPResponse.Status) -> String
}

extension EnvelopeFormat {
  /// The reason phrase: `NOT_FOUND`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode }

  /// Reads the value in `data`, in one pass with the rest of the envelope, unless `success` is false.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    do {
      return try json.read(body) { json throws(JSONError) in try json.envelope(type) }
    } catch {
      // The value of a failure, which may come before `success`, does not have to be readable.
      if try statesSuccess(body, of: type) { throw error }
      throw decodeFailure(from: body) ?? ServerFailure()
    }
  }

  /// Throws if the body contains `success: false`, or if it is another object with fields, which is not this server's. Anything
  /// else is a success, including an empty body.
  public static func checkSuccess(_ body: Data) throws {
    guard body.firstMark == UInt8(ascii: "{"), body.contains(UInt8(ascii: "\"")) else { return }
    guard try statesSuccess(body) else { throw decodeFailure(from: body) ?? ServerFailure() }
  }

  /// Reads `error`, `message` and `errors` if `success` is false.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    decodeFailure(from: body, code: "error")
  }

  /// Whether `success` is true, whatever the value is.
  private static func statesSuccess(_ body: Data, of type: Any.Type = Any.self) throws -> Bool {
    try json.read(body) { json throws(JSONError) in
      var success: Bool?
      var fields = try json.beginObject(type)
      while try json.nextField(in: &fields) {
        if json.matchesField("success", at: 0, in: &fields) { success = try json.field(Bool.self) }
      }
      return try json.required(success, "success", in: fields)
    }
  }

  /// Reads the code, the sentence and the invalid fields if `success` is false.
  fileprivate static func decodeFailure(from body: Data, code key: String) -> ServerFailure? {
    guard (try? statesSuccess(body)) == false else { return nil }
    let tree = (try? json.decode(JSONTree.self, from: body)) ?? .null
    // WordPress has the sentence or the errors in `data`.
    let inData = tree["data"].flatMap { ServerFailure(loose: ["detail": $0], code: key) }
    return ServerFailure(loose: tree, code: key) ?? inData ?? ServerFailure()
  }

  /// Writes the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try envelope(true, message: nil, value, error: .some(nil))
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    (.ok, Data(#"{"success":true,"message":null,"data":null,"error":null}"#.utf8))
  }

  /// Writes the code, the sentence and the invalid fields.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    let code = failure.code ?? code(of: status)
    return try envelope(false, message: failure.message, String?.none, error: code, failure.fields)
  }

  /// Writes an envelope, with a code or with `error`.
  fileprivate static func envelope(
    _ isSuccess: Bool,
    code: String? = nil,
    message: String?,
    _ data: some Encodable,
    error: String?? = nil,
    _ fields: [ServerFailure.Field] = []
  ) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("success", isSuccess)
      try json.field("code", code)
      try json.field("message", nullable: message)
      try json.field("data", data)
      if let error { try json.field("error", nullable: error) }
      try json.errors(fields)
      json.endObject()
    }
  }
}

/// An envelope with a code and a sentence for successes too:
/// `{"success":true,"code":"success.retrieved","message":"Retrieved.","data":…}`. A failure is
/// `{"success":false,"code":"error.…","message":"…","data":null}`, whatever its status, with `errors` as in ``EnvelopeFormat``.
public protocol CodedEnvelopeFormat: EnvelopeFormat {
  /// The code and the sentence of a success. The default is `success`, without a sentence.
  static var success: (code: String, message: String?) { get }
}

extension CodedEnvelopeFormat {
  /// `success`, without a sentence.
  public static var success: (code: String, message: String?) { ("success", nil) }

  /// `error.` and the reason phrase: `error.notFound`.
  public static func code(of status: HTTPResponse.Status) -> String {
    let words = status.failureCode.lowercased().split(separator: "_")
    return "error." + (words.first.map(String.init) ?? "") + words.dropFirst().map(\.capitalized).joined()
  }

  /// Reads `code`, `message` and `errors` if `success` is false.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    decodeFailure(from: body, code: "code")
  }

  /// Writes the value into `data`.
  public static func encode(_ value: some Encodable) throws -> Data {
    try envelope(true, code: success.code, message: success.message, value)
  }

  /// 200 with `"data":null`.
  public static var emptySuccess: (status: HTTPResponse.Status, body: Data) {
    (.ok, (try? encode(String?.none)) ?? Data())
  }

  /// Writes the code, the sentence and the invalid fields.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    let code = failure.code ?? code(of: status)
    return try envelope(false, code: code, message: failure.message, String?.none, failure.fields)
  }
}

extension JSONReader {
  /// Reads the value in `data` if `success` is true. The fields may be in any order.
  fileprivate mutating func envelope<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value {
    var success: Bool?
    var data: Value?
    var fields = try beginObject(type)
    while try nextField(in: &fields) {
      if matchesField("success", at: 0, in: &fields) { success = try field(Bool.self) }
      if matchesField("data", at: 1, in: &fields) { data = try field(type) }
      // It takes longer to find that a field is unknown.
      if matchesField("message", at: 2, in: &fields) || matchesField("error", at: 3, in: &fields) {
        try skipValue()
        try _endField()
      }
    }
    guard success == true else { throw missing("success", in: fields) }
    // Consumed, because a copy costs as much as reading a small value.
    if let value = consume data { return value }
    // Some servers leave out fields that are null.
    if let none = (type as? any AnyOptional.Type)?.none as? Value { return none }
    throw missing("data", in: fields)
  }
}
