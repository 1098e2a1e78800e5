import Foundation
import Naru
import NaruAsyncHTTPClient
import NaruAuth
import Squirret
import SquirretSignIn
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// The session of the command: refreshed once for all processes, until it ends.
  struct StaySignedInTests {
    private let naru = NaruProcess()

    /// The number of refreshes in the log of the server.
    private var refreshes: Int {
      get throws {
        try String(contentsOf: naru.log, encoding: .utf8).matches(of: /POST \/api\/auth\/refresh 200/).count
      }
    }

    /// Changes the session file.
    private func edit(_ file: URL, _ change: (inout [String: Any]) -> Void) throws {
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      var record = try #require(object)
      change(&record)
      try JSONSerialization.data(withJSONObject: record).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// Makes 100 calls in this process.
    private func callAHundredTimes(_ url: URL) async throws -> Int {
      let transport = AsyncHTTPClientTransport()
      let session = Session(
        store: FileTokenStore(naru.sessionFile(url), protection: .ownerOnly),
        refresher: SquirretSignIn(url, transport: transport)
      )
      let accounts = Accounts.live(APIClient(url, transport: transport, middleware: [Authentication(session)]))
      return try await concurrently(100) { _ in try await accounts.me().name }.count { $0 == "홍길동" }
    }

    /// Runs six commands at once.
    private func runSixCommands(_ environment: [String: String]) async throws -> Int {
      try await concurrently(6) { _ in try await naru.run("whoami", environment: environment) }
        .count { $0.status == 0 && $0.out.contains("홍길동  NAVER") }
    }

    @Test func aPersonStaysSignedInUntilTheSessionIsEndedElsewhere() async throws {
      try await naru.copyData()
      let (url, here) = try await naru.serve { url, stop in
        let here = ["NARU_URL": url.absoluteString]
        let login = try await naru.login(TestPerson("홍길동"), environment: here)
        #expect(login.status == 0, "\(login)")
        let me = try await naru.run("whoami", environment: here)
        #expect(me.status == 0 && me.lines.first?.hasPrefix("홍길동  NAVER") == true, "\(me)")
        #expect(me.lines.last == "저장  \(naru.sessionFile(url).path)")
        #expect(try refreshes == 0)

        // By the file, the access token has expired.
        func expire() throws {
          try edit(naru.sessionFile(url)) { $0["receivedAt"] = Date().timeIntervalSince1970 - 2 * 86_400 }
        }
        try expire()
        async let commands = runSixCommands(here)
        #expect(try await callAHundredTimes(url) == 100)
        #expect(try await commands == 6)
        #expect(try refreshes == 1)

        // Processes that start at once refresh only once.
        try expire()
        #expect(try await runSixCommands(here) == 6)
        #expect(try refreshes == 2)

        // The server refuses the token.
        try edit(naru.sessionFile(url)) { $0["accessToken"] = "expired" }
        #expect(try await callAHundredTimes(url) == 100)
        #expect(try refreshes == 3)

        #expect(await stop(SIGINT) == 0)
        let kept = try Data(contentsOf: naru.sessionFile(url))
        let offline = try await naru.run("whoami", environment: here)
        #expect(offline.status == 1 && offline.err.contains("서버에 연결할 수 없습니다"), "\(offline.err)")
        #expect(try Data(contentsOf: naru.sessionFile(url)) == kept)
        return (url, here)
      }
      // After a restart of the server, the person is still signed in.
      try await naru.serve(["--port", "\(url.port ?? 0)"]) { _, _ in
        #expect(try await naru.run("whoami", environment: here).out.contains("홍길동  NAVER"))
        let there = here.merging(["XDG_STATE_HOME": naru.folder.url.appending(path: "there").path]) { $1 }
        #expect(try await naru.login(TestPerson("홍길동"), environment: there).status == 0)
        let sessions: [[String: Any]] = try await naru.run("sessions", "--json", environment: there).json()
        let other = try #require(sessions.first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
        #expect(try await naru.run("sessions", "--end", other, environment: there).status == 0)

        let ended = try await naru.run("whoami", environment: here)
        let message = "오류: 로그인이 만료되었습니다. 다시 로그인해 주세요. `naru login`으로 로그인해 주세요.\n"
        #expect(ended.status == 1 && ended.err == message && ended.out.isEmpty, "\(ended)")
        #expect(!FileManager.default.fileExists(atPath: naru.sessionFile(url).path))
        #expect(try await naru.run("whoami", environment: there).status == 0)
        #expect(try refreshes == 3)
      }
    }
  }
}
