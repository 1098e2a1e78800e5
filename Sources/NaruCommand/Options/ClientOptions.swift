import ArgumentParser
import Foundation
import Naru
import NaruAsyncHTTPClient
import NaruAuth
import SquirretSignIn

/// What every command that calls a server takes.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      text(
        "서버 주소. 없으면 환경 변수 NARU_URL, 그것도 없으면 http://127.0.0.1:8080.",
        "The server's address; NARU_URL, or http://127.0.0.1:8080, without it."
      )
    )
  )
  var url: String?

  @Flag(help: ArgumentHelp(text("표 대신 JSON으로 출력합니다.", "Prints JSON instead of a table.")))
  var json = false

  /// Where the server is.
  var server: URL {
    get throws {
      let address = url ?? ProcessInfo.processInfo.environment["NARU_URL"] ?? "http://127.0.0.1:8080"
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
        throw ValidationError(
          text(
            "서버 주소가 올바르지 않습니다: \(address) (예: http://127.0.0.1:8080)",
            "This is not the address of a server: \(address) (an example: http://127.0.0.1:8080)"
          )
        )
      }
      return url
    }
  }

  /// Who is signed in at the server. Each server has a session of its own, so that no token goes to another.
  func session() throws -> Session {
    Session(store: try store(), refresher: try signIn())
  }

  /// How people sign in at the server.
  func signIn() throws -> SquirretSignIn {
    SquirretSignIn(try server, transport: AsyncHTTPClientTransport(), allowsInsecureHTTP: true)
  }

  /// A client that calls as who is signed in.
  func client() throws -> APIClient {
    try client(with: [Authentication(session())])
  }

  /// A client that calls as who is signed in with a session.
  func client(with session: Session) throws -> APIClient {
    try client(with: [Authentication(session)])
  }

  private func client(with middleware: [any Middleware]) throws -> APIClient {
    APIClient(
      try server,
      transport: AsyncHTTPClientTransport(),
      middleware: middleware,
      timeout: .seconds(30),
      // The address is this machine's, or one that the person wrote.
      allowsInsecureHTTP: true
    )
  }

  private func store() throws -> FileTokenStore {
    let server = try server
    let name = [server.scheme, server.host(), server.port.map(String.init)].compactMap { $0 }.joined(separator: "-")
    let safe = String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
    let folder = FileTokenStore.standardFile(for: "naru").deletingLastPathComponent()
    return FileTokenStore(folder.appending(path: "session-\(safe)"), protection: .ownerOnly)
  }
}

/// Prints a value as one line of JSON.
func printJSON(_ value: some Encodable) throws {
  Terminal.standardOutput.write(String(decoding: try BareJSON.json.encode(value), as: UTF8.self) + "\n")
}

/// Prints a line for a person.
func printLine(_ line: String) {
  Terminal.standardOutput.write(line.printable + "\n")
}
