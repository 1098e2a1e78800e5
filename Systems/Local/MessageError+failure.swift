import Foundation
package import Logging
import NIOCore
package import Naru
package import Storage

extension MessageError {
  /// The error for an address that a server can't listen on. `nil` for an error with another cause.
  package init?(listeningOn host: String, port: Int, _ error: any Error) {
    let localizedMessage: LocalizedMessage
    switch (error, (error as? IOError)?.errnoCode) {
    case (_, EADDRINUSE):
      localizedMessage = LocalizedMessage(
        korean: "\(port)번 포트를 이미 다른 프로그램이 쓰고 있습니다. `--port`로 다른 번호를 지정해 주세요.",
        english: "Another program already uses port \(port). Choose another port with `--port`."
      )
    case (_, EACCES), (_, EPERM):
      localizedMessage = LocalizedMessage(
        korean: "\(port)번 포트를 열 권한이 없습니다. `--port`로 1024 이상의 번호를 지정해 주세요.",
        english: "You don't have permission to open port \(port). Choose one of 1024 or more with `--port`."
      )
    case (_, EADDRNOTAVAIL):
      localizedMessage = LocalizedMessage(
        korean: "이 기기의 주소가 아닙니다: \(host). `--host`에 이 기기의 주소를 지정해 주세요(예: 127.0.0.1, 0.0.0.0).",
        english: "\(host) is not an address of this machine. Choose one with `--host`, such as 127.0.0.1 or 0.0.0.0."
      )
    case (is SocketAddressError, _), (is SocketAddressError.UnknownHost, _):
      localizedMessage = LocalizedMessage(
        korean: "주소를 찾을 수 없습니다: \(host). `--host`에 이 기기의 주소를 지정해 주세요(예: 127.0.0.1, 0.0.0.0).",
        english: """
          There is no host with the name \(host). Choose an address of this machine with `--host`, such as 127.0.0.1.
          """
      )
    default: return nil
    }
    self.init(localizedMessage, underlyingError: error)
  }

  /// Runs a closure and explains its error.
  package static func explaining<Value>(_ logger: Logger, _ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch {
      throw explained(error, logger)
    }
  }

  /// Logs the cause of an error that ends the program, and returns the error. A database error becomes a sentence.
  package static func explained(_ error: any Error, _ logger: Logger) -> any Error {
    let error = DatabaseFailure(error).map { MessageError(localizedMessage(for: $0), underlyingError: error) } ?? error
    if let underlyingError = (error as? MessageError)?.underlyingError {
      logger.error("Naru can't continue.", metadata: ["cause": "\(Self.underlyingError(of: underlyingError))"])
    }
    return error
  }

  /// The cause for a log, without SQL and its arguments.
  static func underlyingError(of error: any Error) -> String {
    DatabaseFailure.underlyingError(of: error) ?? "\(error)"
  }

  /// The remedy for an error of the database.
  package static func localizedMessage(for failure: DatabaseFailure) -> LocalizedMessage {
    switch failure {
    case .diskFull:
      LocalizedMessage(
        korean: "디스크가 가득 차서 저장할 수 없습니다. 공간을 비우거나, `--data`나 `--database`(복사는 `--to`)로 다른 곳을 지정해 주세요.",
        english: "The disk is full. Free some space, or choose another: `--data`, `--database`, or `--to` of a copy."
      )
    case .readOnly:
      LocalizedMessage(
        korean: "데이터베이스에 쓸 수 없습니다. 쓰기 권한을 주거나, `--data`나 `--database`(복사는 `--to`)로 다른 곳을 지정해 주세요.",
        english: """
          The database is read-only. Make it writable, or choose another: `--data`, `--database`, or `--to` of a copy.
          """
      )
    case .cannotOpen:
      LocalizedMessage(
        korean: "데이터 폴더에 데이터베이스를 만들거나 열 수 없습니다. 권한을 확인하거나, `--data`(복사는 `--to`)로 다른 폴더를 지정해 주세요.",
        english: """
          A database can't be created or opened in the data folder. Check its permissions, or choose another folder with \
          `--data` (`--to` for a copy).
          """
      )
    case .damaged:
      LocalizedMessage(
        korean: "naru.sqlite가 손상되었거나 데이터베이스가 아닙니다. 백업을 되돌리거나, `--data`(복사는 `--from`)로 다른 폴더를 지정해 주세요.",
        english: """
          The file naru.sqlite is damaged, or is not a database. Restore a backup, or choose another folder with `--data` (`--from` for a \
          copy).
          """
      )
    case .busy:
      LocalizedMessage(
        korean: "다른 나루 프로세스가 데이터베이스를 너무 오래 쓰고 있습니다. 그 프로세스가 끝나기를 기다리거나 종료한 뒤 다시 시도해 주세요.",
        english: """
          Another Naru process has been using the database for too long. Wait until it has finished, or end it, then try again.
          """
      )
    case .disk:
      LocalizedMessage(
        korean: "데이터 폴더의 디스크를 읽거나 쓸 수 없습니다. 디스크를 확인해 주세요.",
        english: "The disk of the data folder can't be read or written. Check the disk."
      )
    case .unreachable, .unknownOutcome:
      LocalizedMessage(
        korean: "데이터베이스 서버에 연결할 수 없습니다. `--database`나 NARU_DATABASE의 주소와 암호, 서버가 켜져 있는지를 확인해 주세요.",
        english: """
          The server of the database can't be reached. Check the address and the password in `--database` or NARU_DATABASE, and \
          whether the server is running.
          """
      )
    case .other:
      LocalizedMessage(
        korean: "데이터베이스를 쓸 수 없습니다. 자세한 원인은 로그에 있습니다. `--data`나 `--database`로 다른 곳을 지정해도 됩니다.",
        english: "The database can't be used. The log has the cause. Or choose another with `--data` or `--database`."
      )
    }
  }
}
