import ArgumentParser
import Foundation
import Naru
import NaruAsyncHTTPClient

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

  /// A client that sends the token in `NARU_TOKEN`, where an endpoint wants to know who asks.
  func client() throws -> APIClient {
    let environment = ProcessInfo.processInfo.environment
    let address = url ?? environment["NARU_URL"] ?? "http://127.0.0.1:8080"
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw ValidationError(
        text(
          "서버 주소가 올바르지 않습니다: \(address) (예: http://127.0.0.1:8080)",
          "This is not the address of a server: \(address) (an example: http://127.0.0.1:8080)"
        )
      )
    }
    let token = environment["NARU_TOKEN"].flatMap { $0.isEmpty ? nil : Secret($0) }
    return APIClient(
      url,
      transport: AsyncHTTPClientTransport(),
      middleware: [BearerAuthentication { token }],
      timeout: .seconds(30),
      // The address is this machine's, or one that the person wrote.
      allowsInsecureHTTP: true
    )
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
