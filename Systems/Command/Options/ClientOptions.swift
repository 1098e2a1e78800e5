import ArgumentParser
import CommandSupport
import Foundation
import Naru
import NaruAuth
import SquirretSignIn

/// The options of all commands that call a server.
struct ClientOptions: ParsableArguments, JSONOption {
  @Option(
    help: .text(
      "서버 주소(기본값: $NARU_URL, 없으면 http://127.0.0.1:8080).",
      "The server's address (default: $NARU_URL, else http://127.0.0.1:8080)."
    )
  )
  var url: String?

  @Flag(help: .text("암호화하지 않은 http로 다른 컴퓨터의 서버를 호출합니다.", "Call another machine over http, which is not encrypted."))
  var allowHttp = false

  @Flag(help: .text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table."))
  var json = false

  private static var environmentURL: String? {
    CommandContext.current.environment["NARU_URL"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The address of the server, in one spelling, because it names files.
  var server: URL {
    get throws {
      let address = url ?? Self.environmentURL ?? "http://127.0.0.1:8080"
      let invalid = ValidationError(
        "서버 주소가 올바르지 않습니다: \(address) (예: https://api.example.com)",
        "“\(address)” is not a server's address (example: https://api.example.com)."
      )
      guard var parts = URLComponents(string: address), parts.query == nil, parts.fragment == nil else { throw invalid }
      // Not shown, because it may be a password.
      try require(
        parts.user == nil && parts.password == nil,
        "서버 주소에 사용자 이름이나 암호를 쓸 수 없습니다. `naru login`으로 로그인해 주세요.",
        "The server's address can't contain a user name or a password. Sign in with `naru login`."
      )
      parts.scheme = parts.scheme?.lowercased()
      parts.host = parts.host?.lowercased()
      if parts.path == "/" { parts.path = "" }
      guard ["http", "https"].contains(parts.scheme), parts.host?.isEmpty == false,
        (1...65535).contains(parts.port ?? 80), let server = parts.url
      else { throw invalid }
      return server
    }
  }

  /// Returns a connection to the server, which calls as the signed-in user.
  func connect() throws -> ServerConnection {
    let session = Session(store: FileTokenStore(try sessionFile, protection: .ownerOnly), refresher: try signIn())
    let folder = try sessionFile.deletingLastPathComponent()
    return ServerConnection(try server, session: session, folder: folder, isJSON: json, allowsHTTP: allowHttp)
  }

  /// The sign-in of the server.
  func signIn() throws -> SquirretSignIn {
    SquirretSignIn(try server, transport: LocalizedTransport.current, allowsInsecureHTTP: allowHttp)
  }

  /// The file of the session. Each server has its own, so that no token goes to another server. Only its owner can read it.
  var sessionFile: URL {
    get throws {
      let server = try server
      let parts = [server.scheme, server.host(), server.port.map(String.init)].compactMap { $0 }
      let name = parts.joined(separator: "-").map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
      return FileTokenStore.defaultFile(for: "naru", environment: CommandContext.current.environment)
        .deletingLastPathComponent().appending(path: "session-\(String(name))")
    }
  }
}
