import Foundation
import HTTPTypes
import NIOCore
import Naru
import Rules

/// The message that the command prints for an error.
package struct Failure {
  package let message: String

  /// Creates the message for an error. It has no names of types and no SQL; those are only in the log of `naru-server serve`.
  package init(_ error: any Error) {
    message =
      switch error {
      case let error as APIError: Self.message(error)
      case let error as any PresentableError: error.localizedDescription
      case let error as IOError:
        text("네트워크나 파일을 쓸 수 없습니다: \(error.words)", "The network or a file can't be used: \(error.words)")
      case let error as CocoaError: Self.message(error)
      // The errors of sign-in.
      case let error as any LocalizedError where error.errorDescription != nil: error.localizedDescription
      default: text("예상하지 못한 문제가 생겼습니다.", "Something unexpected went wrong.")
      }
  }

  /// Returns the message for an error of Foundation about a file. Foundation's own has no path, and is English only.
  private static func message(_ error: CocoaError) -> String {
    if error.code == .fileWriteOutOfSpace {
      return text("디스크가 가득 찼습니다. 공간을 비우고 다시 시도해 주세요.", "The disk is full. Free some space, and try again.")
    }
    guard let path = error.filePath else { return error.localizedDescription }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile:
      return text("파일이 없습니다: \(path). 경로를 확인해 주세요.", "There is no file at \(path). Check the path.")
    case .fileReadNoPermission, .fileWriteNoPermission:
      return text("파일을 쓸 권한이 없습니다: \(path)", "You have no permission to use \(path).")
    default:
      return text("파일을 읽거나 쓸 수 없습니다: \(path)", "\(path) can't be read or written.")
    }
  }

  private static func message(_ error: APIError) -> String {
    let address = error.server.map { " (\($0))" } ?? ""
    if error.isFromAnotherServer {
      return text(
        "나루가 아닌 다른 서버나 다른 버전의 나루가 응답했습니다\(address). --url이나 NARU_URL의 주소를 확인해 주세요.",
        "Another server than Naru, or another version of it, answered\(address). Check the address in --url or NARU_URL."
      )
    }
    switch error.code {
    case .unauthorized where error.status == nil && error.message == nil:
      return text(
        "이 서버에는 로그인하지 않았습니다\(address). `naru login`으로 로그인하거나, --url이나 NARU_URL로 다른 서버를 지정해 주세요.",
        "You are not signed in at this server\(address). Sign in with `naru login`, or name another one with --url or NARU_URL."
      )
    case .unauthorized:
      return "\(error.localizedDescription) " + text("`naru login`으로 로그인해 주세요.", "Sign in with `naru login`.")
    case .unreachable where error.message == nil:
      return text(
        "서버에 연결할 수 없습니다\(address). 주소를 확인하거나, `naru-server serve`로 서버를 켜 주세요.",
        "The server can't be reached\(address). Check the address, or start the server with `naru-server serve`."
      )
    case .timedOut where error.message == nil:
      return text(
        "서버가 제때 응답하지 않았습니다\(address). 주소를 확인하거나 잠시 후 다시 시도해 주세요.",
        "The server did not answer in time\(address). Check the address, or try again in a moment."
      )
    case .insecure:
      return text(
        "암호화하지 않은 http로는 다른 컴퓨터에 아무것도 보내지 않습니다. https 주소를 쓰거나, 믿을 수 있는 네트워크라면 --allow-http를 붙여 주세요.",
        "Nothing is sent to another machine over http, which is not encrypted. Use https, or add --allow-http in a network that you trust."
      )
    case .encodingFailed where error.message == nil:
      guard let name = error.unsentValue.map(FieldName.init) else { return error.localizedDescription }
      return text(
        "\(name.topic) 비어 있거나 보낼 수 없는 값입니다. 다른 값을 입력해 주세요.",
        "\(name.subject) is empty or can't be sent. Write another value."
      )
    default:
      return error.localizedDescription
    }
  }
}

extension IOError {
  /// The system's words for the error: `Permission denied`.
  fileprivate var words: String { String(cString: strerror(errnoCode)) }
}

extension APIError {
  /// The address of the server that was called: `http://127.0.0.1:8080`.
  fileprivate var server: String? {
    guard let url = requestDescription?.split(separator: " ").last.flatMap({ URLComponents(string: String($0)) }),
      let scheme = url.scheme, let host = url.host
    else { return nil }
    return "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
  }

  /// The name of the value that could not be sent: of a field, or of the ID in the path, which can't be empty, “.” or “..”.
  fileprivate var unsentValue: String? {
    guard case .invalidValue(_, let context)? = underlyingError as? EncodingError else { return nil }
    return context.codingPath.last?.stringValue ?? endpoint?.parameters.first { $0.location == .path }?.name
  }

  /// Whether the response is not Naru's, which has a message for each failure. A proxy's response for a server that is down
  /// does not count.
  fileprivate var isFromAnotherServer: Bool {
    guard let status, message == nil else { return false }
    return status.kind != .serverError && status != .tooManyRequests
  }
}
