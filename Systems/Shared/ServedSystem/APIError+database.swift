package import GRDB
import HTTPTypes
package import Logging
package import Naru

extension APIError {
  /// Returns the failure of a call for an error of the database that the caller can do something about. The cause is logged.
  ///
  /// - Parameters:
  ///   - error: the error that a system's closure threw.
  ///   - logger: the log of the server.
  /// - Returns: a 503 with the time to wait if another process writes for too long, a 507 if the disk is full, a 503 if it can't be
  ///   used, and `nil` for every other error.
  package static func database(_ error: any Error, logger: Logger) -> APIError? {
    guard let error = error as? DatabaseError else { return nil }
    let failure: APIError
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      failure = APIError(
        .timedOut,
        Sentence(
          korean: "서버가 다른 작업을 하고 있어 저장하지 못했습니다. 잠시 후 다시 시도해 주세요.",
          english: "The server is busy with other work and could not save this. Try again in a moment."
        ),
        status: .serviceUnavailable,
        retryAfter: .seconds(5),
        cause: error
      )
    case .SQLITE_FULL:
      failure = APIError(
        .timedOut,
        Sentence(
          korean: "서버의 디스크가 가득 차서 저장하지 못했습니다. 서버 관리자에게 알려 주세요.",
          english: "The server's disk is full, so this was not saved. Tell the operator of the server."
        ),
        status: .init(code: 507, reasonPhrase: "Insufficient Storage"),
        cause: error
      )
    case .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN:
      failure = APIError(
        .timedOut,
        Sentence(
          korean: "서버가 디스크를 쓸 수 없습니다. 서버 관리자에게 알려 주세요.",
          english: "The server can't use its disk. Tell the operator of the server."
        ),
        status: .serviceUnavailable,
        cause: error
      )
    default: return nil
    }
    logger.error("The database refused a write.", metadata: ["cause": "\(error.cause)"])
    return failure
  }
}

extension DatabaseError {
  /// The cause without SQL and its arguments, for a log: `SQLITE_FULL: database or disk is full`.
  package var cause: String { "\(extendedResultCode): \(message ?? "")" }
}
