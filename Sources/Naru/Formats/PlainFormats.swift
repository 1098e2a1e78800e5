public import Foundation
public import HTTPTypes

// Formats that send values as plain JSON, and differ in the JSON of a failure. A backend's own format takes a few lines:
//
//   enum SaerokFormat: StatusMessageFormat {
//     static let json = JSONCoding(dates: .localTime(in: seoul, fractionDigits: 6))
//   }

extension ResponseFormat {
  /// Reads a failure of the toolkit's formats, or of another framework's.
  static func looseFailure(_ body: Data, code key: String) -> ServerFailure? {
    (try? json.decode(JSONTree.self, from: body)).flatMap { ServerFailure(loose: $0, code: key) }
  }

  /// Writes a failure as the code or the status, the message and the invalid fields.
  fileprivate static func encode(_ failure: ServerFailure, _ key: StaticString, _ code: some Payload) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field(key, code)
      try json.field("message", failure.message)
      try json.errors(failure.fields)
      json.endObject()
    }
  }
}

/// Plain JSON; a failure is `{"code":"NOT_FOUND","message":"…"}`, and also has `errors` if fields of the request are invalid:
/// `[{"name":"title","message":"…","code":"missing"}]`, where a field may have no code.
///
/// A failure with only one of the two fields can also be read, and so can a code that is a number, and the failures of common frameworks:
/// see <doc:Failures>.
public protocol CodeMessageFormat: ResponseFormat {
  /// The code of a failure that has none of its own. The default is ``HTTPTypes/HTTPResponse/Status/failureCode``.
  static func code(of status: HTTPResponse.Status) -> String
}

extension CodeMessageFormat {
  /// The reason phrase: `NOT_FOUND`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode }

  /// Reads `code`, `message` and `errors`, or the places where other servers have them.
  public static func decodeFailure(from body: Data) -> ServerFailure? { looseFailure(body, code: "code") }

  /// Writes `code`, `message` and the invalid fields.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try encode(failure, "code", failure.code ?? code(of: status))
  }
}

/// Plain JSON; a failure is `{"error":"not_found","message":"…"}`, with `errors` as in ``CodeMessageFormat``.
///
/// A failure with only one of the two fields can also be read, and so can the failures of common frameworks, such as OAuth's with
/// `error_description` instead of `message` (RFC 6749, section 5.2): see <doc:Failures>.
public protocol ErrorMessageFormat: ResponseFormat {
  /// The code of a failure that has none of its own. The default is the status's name in lower case.
  static func code(of status: HTTPResponse.Status) -> String
}

extension ErrorMessageFormat {
  /// The reason phrase: `not_found`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode.lowercased() }

  /// Reads `error`, `message` and `errors`, or the places where other servers have them.
  public static func decodeFailure(from body: Data) -> ServerFailure? { looseFailure(body, code: "error") }

  /// Writes `error`, `message` and the invalid fields.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try encode(failure, "error", failure.code ?? code(of: status))
  }
}

/// Plain JSON; a failure is `{"status":404,"message":"…"}`, with `errors` as in ``CodeMessageFormat``. The number is the response's
/// status. A server of this format writes no code of the failure as a whole; another server's `code` is read.
public protocol StatusMessageFormat: ResponseFormat {}

extension StatusMessageFormat {
  /// Reads `message` and `errors`, or the places where other servers have them. A body that has only a `status` is a failure without a
  /// sentence.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let tree = try? json.decode(JSONTree.self, from: body) else { return nil }
    let failure = ServerFailure(loose: tree, code: "code")
    if tree["status"] != nil { return failure ?? ServerFailure() }
    return failure?.message == nil ? nil : failure
  }

  /// Writes `status`, `message` and the invalid fields.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try encode(failure, "status", status.code)
  }
}
