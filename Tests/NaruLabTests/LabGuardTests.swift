import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
@_spi(Lab) import NaruLab
import TestSupport
import Testing

/// Who may use the lab of a server over HTTP.
struct LabGuardTests {
  private func status(
    _ url: URL,
    _ path: String = "/lab/api/clock",
    fields: HTTPFields = [:]
  ) async throws -> Int {
    try await AsyncHTTPClientTransport().send(.get, path, fields, to: url).head.status.code
  }

  @Test func thisMachineMayUseIt() async throws {
    try await NoteServer().serve { url async throws in
      #expect(try await status(url) == 200)
    }
  }

  @Test(arguments: [
    ("Origin", "http://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"),
    ("X-Forwarded-For", "192.0.2.1"), ("Via", "1.1 proxy"), ("X-Real-IP", "192.0.2.1"), ("X-Forwarded-Proto", "https"),
  ])
  func otherSitesAndProxiesAreRejected(name: String, value: String) async throws {
    try await NoteServer().serve { url async throws in
      let field = try #require(HTTPField.Name(name))
      #expect(try await status(url, fields: [field: value]) == 403)
    }
  }

  @Test func aPageOfTheLabItselfMayUseIt() async throws {
    try await NoteServer().serve { url async throws in
      let origin = try #require(HTTPField.Name("Origin"))
      #expect(try await status(url, fields: [origin: "http://127.0.0.1:\(url.port ?? 0)"]) == 200)
    }
  }

  /// A site can point its own name to this machine (DNS rebinding), but the browser then sends that name.
  @Test func anotherNameOfThisMachineIsRejected() async throws {
    try await NoteServer().serve { url async throws in
      let port = url.port ?? 0
      for (host, status) in [("evil.example", 403), ("localhost:\(port)", 200)] {
        let request = "GET /lab/api/clock HTTP/1.1\r\nHost: \(host)\r\n\r\n"
        #expect(try await RawConnection(port: port).ask(request).hasPrefix("HTTP/1.1 \(status) "))
      }
    }
  }

  @Test func withATokenOnlyTheTokenCounts() async throws {
    let token = "0123456789abcdef"
    try await NoteServer().serve(token: Secret(token)) { url async throws in
      #expect(try await status(url) == 401)
      #expect(try await status(url, fields: [.authorization: "Bearer wrong"]) == 401)
      #expect(try await status(url, fields: [.authorization: "Bearer \(token)"]) == 200)
      #expect(try await status(url, fields: [.cookie: "a=b; naru-lab=\(token)"]) == 200)
      #expect(try await status(url, "/lab?token=\(token)") == 303)
      #expect(try await status(url, "/lab?token=wrong") == 401)
    }
  }

  @Test func theContractsOfTheServerNeedNothing() async throws {
    try await NoteServer().serve(token: Secret("0123456789abcdef")) { url async throws in
      #expect(try await status(url, "/notes") == 200)
    }
  }

  @Test(arguments: [false, true])
  func aRequestThatMatchesNoContractIsInTheLogAndTheLabIsNot(labFirst: Bool) async throws {
    let server = NoteServer()
    try await server.serve(labFirst: labFirst) { url async throws in
      #expect(try await status(url, "/note") == 404)
      #expect(try await status(url, "/notes/a") == 405)
      #expect(try await status(url, "/notes") == 200)
      _ = try await status(url)
    }
    let exchanges = try await server.api.exchanges().exchanges
    #expect(exchanges.count == 3)
    #expect(Set(exchanges.filter { $0.endpoint == nil }.map(\.status)) == [404, 405])
  }
}
