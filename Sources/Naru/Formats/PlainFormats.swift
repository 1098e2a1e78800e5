public import Foundation
public import HTTPTypes

// Formats that send values as plain JSON, and differ in what a failure looks like. A backend's own format is a few lines:
//
//   enum SaerokFormat: StatusMessageFormat {
//     static let json = JSONCoding(dates: .localTime(in: seoul, fractionDigits: 6))
//   }

/// Plain JSON; a failure is `{"code":"NOT_FOUND","message":"…"}`.
///
/// A failure with one of the two is read as well, and a code that is a number.
public protocol CodeMessageFormat: ResponseFormat {
  /// The code of a failure that has none of its own. Without an implementation: ``HTTPTypes/HTTPResponse/Status/failureCode``.
  static func code(of status: HTTPResponse.Status) -> String
}

extension CodeMessageFormat {
  /// The reason phrase: `NOT_FOUND`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode }

  /// Reads `code` and `message`, of which either may be missing.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(FailureBody.self, from: body) else { return nil }
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
/// A failure with one of the two is read as well, and `error_description` in the place of `message`, as OAuth has it (RFC 6749,
/// section 5.2).
public protocol ErrorMessageFormat: ResponseFormat {
  /// The code of a failure that has none of its own. Without an implementation: the status's in lower case.
  static func code(of status: HTTPResponse.Status) -> String
}

extension ErrorMessageFormat {
  /// The reason phrase: `not_found`.
  public static func code(of status: HTTPResponse.Status) -> String { status.failureCode.lowercased() }

  /// Reads `error` and `message`, of which either may be missing.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(FailureBody.self, from: body) else { return nil }
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

/// Plain JSON; a failure is `{"status":404,"message":"…"}`. The number is that of the answer's status, and not a code: the
/// format has none.
public protocol StatusMessageFormat: ResponseFormat {}

extension StatusMessageFormat {
  /// Reads `message`. A body with only a `status` is a failure without a sentence.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(FailureBody.self, from: body), failure.status != nil || failure.message != nil
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
  /// A failure with at least one of the two.
  init?(code: String?, text: LooseText?) {
    guard code != nil || text?.text != nil else { return nil }
    self.init(code: code, message: text?.text)
  }
}

/// What is found in the bodies of failures.
struct FailureBody: Decodable {
  var code: LooseText?
  var message: LooseText?
  var error: LooseText?
  var error_description: LooseText?  // swift-format-ignore: AlwaysUseLowerCamelCase
  var status: LooseText?
}

/// A text that may come as a number. A failure must not become unreadable because a field of it is of another type, so
/// anything else is no text, and no error.
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
