public import Foundation
public import HTTPTypes

// Formats that send values as plain JSON, and differ in the JSON of a failure. A backend's own format takes a few lines:
//
//   enum SaerokFormat: StatusMessageFormat {
//     static let json = JSONCoding(dates: .localTime(in: seoul, fractionDigits: 6))
//   }

/// Plain JSON; a failure is `{"code":"NOT_FOUND","message":"…"}`.
///
/// A failure with only one of the two fields can be read, too, and so can a code that is a number.
public protocol CodeMessageFormat: ResponseFormat {
  /// The code of a failure that has none of its own. The default is ``HTTPTypes/HTTPResponse/Status/failureCode``.
  static func code(of status: HTTPResponse.Status) -> String
}

extension CodeMessageFormat {
  /// The reason phrase: `NOT_FOUND`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode }

  /// Reads `code` and `message`, of which either may be missing.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(LooseFailure.self, from: body) else { return nil }
    return ServerFailure(code: failure.code?.text, text: failure.message)
  }

  /// Writes `code` and `message`.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("code", failure.code ?? code(of: status))
      try json.field("message", failure.message)
      json.endObject()
    }
  }
}

/// Plain JSON; a failure is `{"error":"not_found","message":"…"}`.
///
/// A failure with only one of the two fields can be read, too, and so can one with OAuth's `error_description` instead of
/// `message` (RFC 6749, section 5.2).
public protocol ErrorMessageFormat: ResponseFormat {
  /// The code of a failure that has none of its own. The default is that of the status, in lower case.
  static func code(of status: HTTPResponse.Status) -> String
}

extension ErrorMessageFormat {
  /// The reason phrase: `not_found`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode.lowercased() }

  /// Reads `error` and `message`, of which either may be missing.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(LooseFailure.self, from: body) else { return nil }
    return ServerFailure(code: failure.error?.text, text: failure.message ?? failure.error_description)
  }

  /// Writes `error` and `message`.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("error", failure.code ?? code(of: status))
      try json.field("message", failure.message)
      json.endObject()
    }
  }
}

/// Plain JSON; a failure is `{"status":404,"message":"…"}`. The number is the response's status. The format has no codes.
public protocol StatusMessageFormat: ResponseFormat {}

extension StatusMessageFormat {
  /// Reads `message`. A body that has only a `status` is a failure without a sentence.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(LooseFailure.self, from: body), failure.status != nil || failure.message != nil
    else { return nil }
    return ServerFailure(message: failure.message?.text)
  }

  /// Writes `status` and `message`.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.write { json throws(JSONError) in
      json.beginObject()
      try json.field("status", status.code)
      try json.field("message", failure.message)
      json.endObject()
    }
  }
}

extension ServerFailure {
  /// Creates a failure, or returns `nil` if it would have neither a code nor a text.
  init?(code: String?, text: LooseText?) {
    guard code != nil || text?.text != nil else { return nil }
    self.init(code: code, message: text?.text)
  }
}

/// The fields of all formats' failures.
struct LooseFailure: Decodable {
  var code: LooseText?
  var message: LooseText?
  var error: LooseText?
  var error_description: LooseText?  // swift-format-ignore: AlwaysUseLowerCamelCase
  var status: LooseText?
}

/// A text that may be sent as a number. A value of any other type is `nil` instead of an error, so that the rest of the
/// failure can still be read.
struct LooseText: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
    } else {
      text = (try? container.decode(Int.self)).map(String.init)
    }
  }
}
