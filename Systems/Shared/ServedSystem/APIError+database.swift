import HTTPTypes
package import Logging
package import Naru
import Storage

extension APIError {
  /// Returns the failure of a call for an error of the database that the caller can do something about. The cause is logged.
  package static func database(_ error: any Error, logger: Logger) -> APIError? {
    guard let reason = DatabaseFailure(error), let failure = APIError(reason, underlyingError: error) else {
      return nil
    }
    logger.error(
      "The database rejected a call.",
      metadata: ["cause": "\(DatabaseFailure.underlyingError(of: error) ?? "")"]
    )
    return failure
  }

  private init?(_ reason: DatabaseFailure, underlyingError: any Error) {
    var retryAfter: Duration?
    let localizedMessage: LocalizedMessage
    switch reason {
    case .busy:
      retryAfter = .seconds(5)
      localizedMessage = LocalizedMessage(
        korean: "서버가 다른 작업을 하고 있어 저장하지 못했습니다. 잠시 후 다시 시도해 주세요.",
        english: "The server is busy with other work and could not save this. Try again in a moment."
      )
    case .diskFull:
      localizedMessage = LocalizedMessage(
        korean: "서버의 디스크가 가득 차서 저장하지 못했습니다. 서버 관리자에게 알려 주세요.",
        english: "The server's disk is full, so this was not saved. Tell the operator of the server."
      )
    case .readOnly, .disk, .cannotOpen:
      localizedMessage = LocalizedMessage(
        korean: "서버가 디스크에 쓸 수 없습니다. 서버 관리자에게 알려 주세요.",
        english: "The server can't use its disk. Tell the operator of the server."
      )
    case .unreachable:
      retryAfter = .seconds(1)
      localizedMessage = LocalizedMessage(
        korean: "서버가 데이터베이스에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.",
        english: "The server can't reach its database. Try again in a moment."
      )
    case .unknownOutcome:
      retryAfter = .seconds(1)
      localizedMessage = LocalizedMessage(
        korean: "저장하는 중에 데이터베이스와 연결이 끊겼습니다. 저장되었는지 확인하고, 아니면 다시 시도해 주세요.",
        english: "The database was lost while this was being saved. See whether it was saved, and try again if not."
      )
    case .damaged, .other: return nil
    }
    self.init(
      .timedOut,
      localizedMessage,
      status: .serviceUnavailable,
      retryAfter: retryAfter,
      underlyingError: underlyingError
    )
  }
}
