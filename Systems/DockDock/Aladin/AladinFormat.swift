public import Foundation
public import HTTPTypes
public import Naru

/// Aladin's answers: JSON that may end in `;` and have escapes that JSON doesn't know, and for a failure
/// `{"errorCode":100,"errorMessage":"…"}`, under status 200.
public enum AladinFormat: ResponseFormat {
  /// Days are texts.
  public static let json = JSONCoding()

  /// Reads a value out of what Aladin calls JSON.
  ///
  /// - Throws: `ServerFailure` if it is a failure, or `DecodingError`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    if let failure = decodeFailure(from: body) { throw failure }
    return try json.decode(type, from: repaired(body))
  }

  /// Reads the code and the sentence.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(AladinFailure.self, from: repaired(body)), let code = failure.errorCode else {
      return nil
    }
    return ServerFailure(code: code, message: failure.errorMessage.map(HTMLText.plain))
  }

  /// Writes a failure as Aladin does.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(AladinFailure(errorCode: failure.code ?? "\(status.code)", errorMessage: failure.message))
  }

  /// The body as JSON: without the `;` of a script at the end, `'` for `\'` and the like, and spaces for the control characters
  /// that JSON does not allow in texts.
  static func repaired(_ body: Data) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count)
    var isEscaped = false
    for byte in body {
      if isEscaped {
        isEscaped = false
        if #""\/bfnrtu"#.utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(max(byte, UInt8(ascii: " ")))
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(max(byte, UInt8(ascii: " ")))
      }
    }
    while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: ";") { bytes.removeLast() }
    return Data(bytes)
  }
}

/// A failure. The code is a number, and was a text in older versions.
private struct AladinFailure: Codable {
  var errorCode: String?
  var errorMessage: String?

  init(errorCode: String?, errorMessage: String?) {
    self.errorCode = errorCode
    self.errorMessage = errorMessage
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let number = try? container.decode(Int.self, forKey: .errorCode)
    errorCode = try number.map(String.init) ?? container.decodeIfPresent(String.self, forKey: .errorCode)
    errorMessage = try container.decodeIfPresent(String.self, forKey: .errorMessage)
  }
}
