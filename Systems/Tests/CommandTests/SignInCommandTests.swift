import Foundation
import NIOCore
import NIOPosix
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// `naru login`, `naru auth` and the session file.
  struct SignInCommandTests {
    private let naru = NaruProcess()

    private func sessions(_ environment: [String: String]) async throws -> [[String: Any]] {
      try await naru.run("sessions", "--json", environment: environment).json()
    }

    /// Addresses where nothing listens, and where something listens that never answers.
    @Test(arguments: [true, false])
    func aLoginAtADeadAddressSaysSoWithinThreeSeconds(isSilent: Bool) async throws {
      let silent = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .bind(host: "127.0.0.1", port: 0).get()
      let port = try #require(silent.localAddress?.port)
      if !isSilent { try await silent.close() }
      let start = ContinuousClock.now
      let output = try await naru.run("login", "--no-browser", "--url", "http://127.0.0.1:\(port)")
      #expect(start.duration(to: .now) < .seconds(3))
      #expect(output.status == 1 && output.out.isEmpty)
      #expect(
        output.err.contains("http://127.0.0.1:\(port)") && output.err.split(separator: "\n").count == 1,
        "\(output.err)"
      )
      if isSilent { try await silent.close() }
    }

    @Test func aSecondLoginEndsTheFirstSession() async throws {
      try await naru.onServer { url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
        let first = try #require(try await sessions(environment).first?["id"] as? String)
        #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
        let left = try await sessions(environment).compactMap { $0["id"] as? String }
        #expect(left.count == 1 && left != [first])
      }
    }

    @Test func theStatusTheTokenAndTheAccountOfAPerson() async throws {
      try await naru.onServer { url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
        let status = try await naru.run("auth", "status", environment: environment)
        #expect(status.lines.first == url.absoluteString && status.lines.dropFirst().first?.hasPrefix("홍길동") == true)
        let table = try await naru.run("sessions", environment: environment)
        #expect(!table.out.contains("기기") && table.out.contains("(KST)"), "no empty column: \(table.out)")

        let asked = try await naru.run("auth", "delete-account", environment: environment)
        #expect(asked.status == 64 && asked.err.contains("--yes"), "\(asked)")
        let deleted = try await naru.run("auth", "delete-account", "--yes", "--json", environment: environment)
        #expect(deleted.status == 0 && deleted.out.hasPrefix(#"{"removed":""#), "\(deleted)")
        #expect(try await naru.run("whoami", environment: environment).status == 1)
        let out = try await naru.run("logout", "--json", environment: environment)
        #expect(out.status == 0 && out.out == #"{"signedOut":false}"# + "\n")
      }
    }

    @Test func theSessionFileIsInTheHomeFolder() async throws {
      try await naru.onServer { url, _ in
        // The specification says that a relative path is ignored.
        let environment = ["NARU_URL": url.absoluteString, "XDG_STATE_HOME": "relative"]
        let login = try await naru.login(TestPerson("홍길동"), environment: environment)
        #expect(
          login.status == 0 && login.out.contains("\(naru.folder.url.path)/.local/state/naru/session-http"),
          "\(login)"
        )
      }
    }
  }
}
