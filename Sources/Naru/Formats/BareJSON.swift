public import Foundation
public import HTTPTypes

/// Values as plain JSON without wrapping; a failure is `{"code":"…","message":"…"}`. The default of a contract.
public enum BareJSON: ResponseFormat {
  /// Dates as ISO 8601 in UTC with milliseconds.
  public static let json = JSONCoding()

  /// Reads `code` and `message`, of which either may be missing.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    guard let failure = try? json.decode(Failure.self, from: body), failure.code != nil || failure.message != nil else {
      return nil
    }
    return ServerFailure(code: failure.code, message: failure.message)
  }

  /// Writes `code` and `message`. Without a code of its own, a failure has its status's, such as `NOT_FOUND`.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(Failure(code: failure.code ?? status.failureCode, message: failure.message))
  }

  private struct Failure: Codable {
    var code: String?
    var message: String?
  }
}

extension HTTPResponse.Status {
  /// The reason phrase as a code: 404 is `NOT_FOUND`.
  public var failureCode: String {
    reasonPhrase.isEmpty
      ? "STATUS_\(code)"
      : String(reasonPhrase.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
