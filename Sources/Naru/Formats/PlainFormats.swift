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
    try json.encode(FailureBody(code: LooseText(failure.code ?? code(of: status)), message: LooseText(failure.message)))
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
    try json.encode(
      FailureBody(message: LooseText(failure.message), error: LooseText(failure.code ?? code(of: status)))
    )
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
    try json.encode(FailureBody(message: LooseText(failure.message), status: LooseText(status.code)))
  }
}

extension ServerFailure {
  /// A failure with at least one of the two.
  init?(code: String?, text: LooseText?) {
    guard code != nil || text?.text != nil else { return nil }
    self.init(code: code, message: text?.text)
  }
}

/// What is found in the bodies of failures. What is not there is not written.
struct FailureBody: Codable {
  var code: LooseText?
  var message: LooseText?
  var error: LooseText?
  var error_description: LooseText?  // swift-format-ignore: AlwaysUseLowerCamelCase
  var status: LooseText?
  var success: Bool?
}

/// A text that may come as a number. A failure must not become unreadable because a field of it is of another type, so
/// anything else is no text, and no error.
struct LooseText: Codable {
  private(set) var text: String?
  private var number: Int?

  init?(_ text: String?) {
    guard let text else { return nil }
    self.text = text
  }

  init(_ number: Int) {
    text = String(number)
    self.number = number
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try? container.decode(String.self)
    guard text == nil, let number = try? container.decode(Int.self) else { return }
    self.number = number
    text = String(number)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let number { try container.encode(number) } else { try container.encode(text) }
  }
}
