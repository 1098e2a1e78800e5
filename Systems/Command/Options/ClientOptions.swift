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

  /// Where the session is kept, as a person would say it.
  func place() async throws -> String {
    #if os(Linux)
      if let store = try store() as? DesktopTokenStore, try await store.place == .keyring {
        return text("키링", "the keyring")
      }
    #endif
    return try sessionFile().path
  }

  /// In the desktop's keyring where there is one, else in a file that only its owner can read. `NARU_SESSION_STORE=file` says
  /// that it is the file in any case, such as for a machine that one reaches now at its desktop and now over the network.
  private func store() throws -> any TokenStore {
    let (wanted, file) = (ProcessInfo.processInfo.environment["NARU_SESSION_STORE"] ?? "", try sessionFile())
    switch wanted {
    case "file": return FileTokenStore(file, protection: .ownerOnly)
    case "":
      #if os(Linux)
        return DesktopTokenStore(service: "naru", account: try account(), file: file)
      #else
        return FileTokenStore(file, protection: .ownerOnly)
      #endif
    default:
      throw ValidationError(
        text(
          "NARU_SESSION_STORE는 file이거나 없어야 합니다: \(wanted)",
          "NARU_SESSION_STORE has to be file, or nothing; it is \(wanted)."
        )
      )
    }
  }

  private func sessionFile() throws -> URL {
    FileTokenStore.standardFile(for: "naru").deletingLastPathComponent().appending(path: "session-\(try account())")
  }

  /// The server, in characters that a file's name may have.
  private func account() throws -> String {
    let server = try server
    let name = [server.scheme, server.host(), server.port.map(String.init)].compactMap { $0 }.joined(separator: "-")
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
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
