import ArgumentParser
import Foundation
import Naru
import NaruAsyncHTTPClient
import NaruAuth
import ServedSystem
import SquirretSignIn

/// The options of all commands that call a server.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      text(
        "서버 주소(기본값: $NARU_URL, 없으면 http://127.0.0.1:8080).",
        "The server's address (default: $NARU_URL, else http://127.0.0.1:8080)."
      )
    )
  )
  var url: String?

  @Flag(help: ArgumentHelp(text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table.")))
  var json = false

  /// The address of the server.
  var server: URL {
    get throws {
      let address = url ?? Settings.process[.url] ?? "http://127.0.0.1:8080"
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
        throw ValidationError(
          text(
            "서버 주소가 올바르지 않습니다: \(address) (예: http://127.0.0.1:8080)",
            "“\(address)” is not a server's address (example: http://127.0.0.1:8080)."
          )
        )
      }
      return url
    }
  }

  /// The session of the signed-in user. Each server has its own, so that no token goes to another server.
  func session() throws -> Session {
    Session(store: FileTokenStore(try sessionFile, protection: .ownerOnly), refresher: try signIn())
  }

  /// The sign-in of the server.
  func signIn() throws -> SquirretSignIn {
    SquirretSignIn(try server, transport: AsyncHTTPClientTransport(), allowsInsecureHTTP: true)
  }

  /// Returns a client that calls as the signed-in user.
  func client() throws -> APIClient {
    try client(with: session())
  }

  /// Returns a client that calls as the user of a session.
  func client(with session: Session) throws -> APIClient {
    APIClient(
      try server,
      transport: AsyncHTTPClientTransport(),
      middleware: [Authentication(session)],
      timeout: .seconds(30),
      // The person chose the address.
      allowsInsecureHTTP: true
    )
  }

  /// The file of the session. Only its owner can read it.
  var sessionFile: URL {
    get throws {
      let server = try server
      let parts = [server.scheme, server.host(), server.port.map(String.init)].compactMap { $0 }
      let name = parts.joined(separator: "-").map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
      return FileTokenStore.standardFile(for: "naru").deletingLastPathComponent()
        .appending(path: "session-\(String(name))")
    }
  }
}

/// Prints a value as one line of JSON.
func printJSON(_ value: some Encodable) throws {
  Terminal.standardOutput.write(String(decoding: try BareJSON.json.encode(value), as: UTF8.self) + "\n")
}

/// Prints a line of text.
func printLine(_ line: String) {
  Terminal.standardOutput.write(line.printable + "\n")
}
