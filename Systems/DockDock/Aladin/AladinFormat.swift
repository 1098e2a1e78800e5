package import Foundation
package import HTTPTypes
package import Naru

/// The format of Aladin's responses: JSON that can end in `;` and contain invalid escapes, and for a failure
/// `{"errorCode":100,"errorMessage":"…"}` with status 200.
package enum AladinFormat: ResponseFormat {
  /// The JSON coding. Dates are plain texts.
  package static let json = JSONCoding()

  /// Decodes a value from Aladin's JSON.
  package static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    if let failure = decodeFailure(from: body) { throw failure }
    return try json.decode(type, from: repaired(body))
  }

  /// Decodes the code and message of a failure; `nil` if the body is not a failure.
  package static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(AladinFailure.self, from: repaired(body)), let code = failure.errorCode else {
      return nil
    }
    return ServerFailure(code: code, message: failure.errorMessage.map(HTMLText.plain))
  }

  /// Encodes a failure in Aladin's format.
  package static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(AladinFailure(errorCode: failure.code ?? "\(status.code)", errorMessage: failure.message))
  }

  /// Turns a body into valid JSON: removes the `;` of a script at the end and the backslash of invalid escapes such as
  /// `\'`, and replaces control characters, which JSON does not allow in strings, with spaces.
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

/// A failure. The code is a number, or a string in older versions.
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
