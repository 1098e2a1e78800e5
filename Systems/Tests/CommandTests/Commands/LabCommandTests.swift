#if Lab
  import ArgumentParser
  import Catalogue
  import DockDock
  import Foundation
  import Local
  import Naru
  @_spi(Lab) import NaruLab
  import ServedSystem
  import SquirretBackend
  import SystemTesting
  import Testing

  @testable import Command

  /// `naru lab`, with a backend in memory and its lab.
  struct LabCommandTests {
    /// A shell on a server with a lab, in which a person is signed in.
    private func shell() async throws -> TestShell {
      let shell = TestShell(try await server())
      try await shell.signIn("홍길동")
      return shell
    }

    private func server(signIn: SignIn = .authenticator(TokenIsName())) async throws -> InMemoryTransport {
      let clock = LabClock()
      let backend = try await LocalBackend(storage: .memory, signIn: signIn, now: { clock.now })
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
      try Data(PreparedData.demoBooks.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try backend.catalogue.importCSV(from: file)
      let (observed, lab) = try await backend.withLab(clock: clock)
      return InMemoryTransport(observed.contracts + [lab.contract])
    }

    @Test func theLogHasTheCallsOfTheCommand() async throws {
      let shell = try await shell()
      _ = await shell.run("books", "show", "0000000000000")
      let log = await shell.run("lab", "log", "--status", "failed")
      #expect(log.status == 0 && log.lines.count == 2, "\(log)")
      #expect(log.lines.last?.contains("Books.show") == true && log.lines.last?.contains("404") == true)
      let shown = await shell.run("lab", "show", "1")
      #expect(shown.out.contains(text("응답", "Response")) && shown.out.contains("Content-Type"), "\(shown)")
      let curl = await shell.run("lab", "show", "1", "--curl")
      #expect(curl.out.hasPrefix("curl -X GET"), "\(curl)")
      let list: [String: Any] = try await shell.run("lab", "log", "--json").json()
      #expect(list["total"] as? Int == 1)
    }

    @Test func aFaultOfTheCommandMeetsTheCommand() async throws {
      let shell = try await shell()
      let added = await shell.run("lab", "faults", "add", "status", "--code", "503", "--endpoint", "Books.search")
      #expect(added.status == 0 && added.out.contains("503"), "\(added)")
      let failed = await shell.run("books", "search", "책")
      #expect(failed.status == 1 && failed.err.contains("503"), "\(failed)")
      #expect(await shell.run("lab", "faults").lines.count == 2)
      #expect(await shell.run("lab", "faults", "clear").status == 0)
      #expect(await shell.run("books", "search", "책").status == 0)
    }

    @Test func aPlanIsPlayedFromAFile() async throws {
      let shell = try await shell()
      let file = try shell.write(
        #"{"seed": 7, "rules": [{"fault": {"kind": "closesImmediately"}, "calls": [1]}]}"#,
        to: "plan.json"
      )
      #expect(await shell.run("lab", "faults", "play", file).status == 0)
      #expect(await shell.run("books", "search", "책").status == 1)
      #expect(await shell.run("books", "search", "책").status == 0)
      let missing = await shell.run("lab", "faults", "play", "/nowhere/plan.json")
      #expect(missing.status == 1 && missing.err.contains("/nowhere/plan.json"), "\(missing)")
    }

    @Test(arguments: [["explode"], ["status"], ["delay"], ["closesImmediately", "--calls", "x"]])
    func aFaultThatDoesNotExistIsExplained(arguments: [String]) async throws {
      let output = try await shell().run(["lab", "faults", "add"] + arguments)
      #expect(output.status == 64 && output.err.hasPrefix(text("오류: ", "Error: ")), "\(output)")
    }

    @Test func theClockIsSetInKoreanTime() async throws {
      let shell = try await shell()
      let frozenWord = text("멈춤", "frozen")
      let frozen = await shell.run("lab", "clock", "freeze", "2026-11-22T09:00")
      #expect(frozen.out == "2026-11-22T09:00:00+0900  \(frozenWord)\n", "\(frozen)")
      #expect(await shell.run("lab", "clock", "advance", "2h").out == "2026-11-22T11:00:00+0900  \(frozenWord)\n")
      #expect(await shell.run("lab", "clock").out == "2026-11-22T11:00:00+0900  \(frozenWord)\n")
      #expect(await shell.run("lab", "clock", "resume").out.hasSuffix(text("이 기기와 같음\n", "as the machine\n")))
      #expect(await shell.run("lab", "clock", "advance", "soon").status == 64)
    }

    @Test func aSnapshotBringsBackTheShelfUntilItIsDeleted() async throws {
      let shell = try await shell()
      #expect(await shell.run("lab", "snapshot", "save", "빈 서재").status == 0)
      let books: [String: Any] = try await shell.run("books", "search", "책", "--json").json()
      let found = try #require((books["data"] as? [String: Any])?["books"] as? [[String: Any]])
      let book = try #require(found.first?["id"] as? String)
      #expect(await shell.run("shelf", "add", book).status == 0)
      #expect(await shell.run("lab", "snapshot", "restore", "빈 서재").status == 0)
      #expect(await !shell.run("shelf", "list").out.contains("책 "))
      #expect(await shell.run("lab", "snapshot").lines.count == 3)
      #expect(await shell.run("lab", "snapshot", "reset").status == 0)
      #expect(await shell.run("lab", "snapshot", "restore", "없음").status == 1)
      #expect(await shell.run("lab", "snapshot", "remove", "빈 서재").status == 0)
      #expect(await shell.run("lab", "snapshot", "remove", "빈 서재").status == 1)
      #expect(await shell.run("lab", "snapshot").lines.count == 2)
    }

    @Test func theNextRequestLikeOneInTheLogFailsUnlessTheRuleIsRemoved() async throws {
      let shell = try await shell()
      _ = await shell.run("books", "search", "책")
      // A status after which the command does not try again.
      let next = await shell.run("lab", "faults", "next", "1", "status", "--code", "418")
      #expect(next.status == 0 && next.out.contains("Books.search") && next.out.contains("status 418"), "\(next)")
      #expect(await shell.run("books", "search", "책").status == 1)
      #expect(await shell.run("books", "search", "책").status == 0)
      let rule: [String: Any] = try await shell.run("lab", "faults", "next", "1", "responseLost", "--json").json()
      let id = try #require(rule["id"] as? Int)
      #expect(await shell.run("lab", "faults", "remove", "\(id)").status == 0)
      #expect(await shell.run("lab", "faults", "remove", "\(id)").status == 1)
      #expect(await shell.run("books", "search", "책").status == 0)
      #expect(await shell.run("lab", "faults", "next", "99", "responseLost").status == 1)
    }

    @Test func aRequestIsSentAgainAndTheLogIsAFile() async throws {
      let shell = try await shell()
      _ = await shell.run("books", "search", "책")
      let again = await shell.run("lab", "again", "1")
      #expect(again.status == 0 && again.out.contains("Books.search"), "\(again)")
      let file = shell.folder.appending(path: "naru.har")
      let har = await shell.run("lab", "log", "--har", file.path)
      #expect(har.status == 0 && har.out.contains(file.path), "\(har)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.components(separatedBy: "/api/v1/books/search").count >= 3 && text.contains(#""entries""#))
    }

    @Test func theReleasesThatCallAnEndpointAreListed() async throws {
      let transport = try await server()
      for (release, count) in [("1.3.0", 2), ("1.4.0", 1)] as [(Release, Int)] {
        let onboarding = Onboarding.live(APIClient(InMemoryTransport.url, transport: transport, release: release))
        for _ in 0..<count { _ = try await onboarding.genres() }
      }
      let shell = TestShell(transport)
      #expect(await shell.run("lab", "releases", "accounts").out == text("호출이 없습니다.\n", "There are no calls.\n"))
      let table = await shell.run("lab", "releases", "onboarding.genres")
      #expect(table.lines.contains { $0.firstMatch(of: /^Onboarding\.genres +1\.3\.0 +2 +20/) != nil }, "\(table)")
      #expect(table.lines.count == 3)
      let found = await shell.run("lab", "log", "release:1.3")
      #expect(found.lines.count == 3, "\(found)")
    }

    @Test func theCoverageIsATableAndAFile() async throws {
      let shell = try await shell()
      _ = await shell.run("books", "search", "책")
      _ = await shell.run("books", "show", "0000000000000")
      let table = await shell.run("lab", "coverage")
      #expect(table.lines.contains { $0.firstMatch(of: /^Books\.search +200 +1$/) != nil }, "\(table)")
      let file = shell.folder.appending(path: "coverage.json")
      let written = await shell.run("lab", "coverage", "--output", file.path)
      #expect(written.status == 0 && written.out.contains(file.path), "\(written)")
      let cells = try BareJSON.json.decode([LabAPI.Coverage].self, from: Data(contentsOf: file))
      #expect(cells.contains(LabAPI.Coverage(endpoint: "Books.show", status: 404, calls: 1)))
      #expect(cells.contains(LabAPI.Coverage(endpoint: "ReadingBooks.add", calls: 0)))
    }

    @Test func peopleAreListedAndActedAsAndTheirSessionsEnd() async throws {
      let server = try await server(signIn: .squirret(IdentityConfiguration(masterKey: .random())))
      let shell = TestShell(server)
      #expect(await shell.run("lab", "people").out == text("아무도 없습니다.\n", "There is nobody.\n"))
      let token = await shell.run("lab", "people", "token", "홍길동")
      try await shell.signIn(try #require(token.lines.first))
      let who = await shell.run("whoami")
      #expect(who.status == 0 && who.out.contains("홍길동"), "\(who)")
      let people: [[String: Any]] = try await shell.run("lab", "people", "--json").json()
      let id = try #require(people.first?["id"] as? String)
      #expect(people.count == 1 && people[0]["sessions"] as? Int == 1)
      #expect(await shell.run("lab", "people").lines.last?.contains("홍길동") == true)
      #expect(await shell.run("lab", "people", "sessions", id).lines.last?.contains("NAVER") == true)
      let sessions: [[String: Any]] = try await shell.run("lab", "people", "sessions", id, "--json").json()
      let session = try #require(sessions.first?["id"] as? String)
      let list: [String: Any] = try await shell.run("lab", "log", "--endpoint", "Accounts.me", "--json").json()
      let call = try #require((list["exchanges"] as? [[String: Any]])?.first?["id"] as? Int)
      #expect(await shell.run("lab", "people", "expire", "\(call)").status == 0)
      #expect(await shell.run("whoami").status == 1)
      #expect(await shell.run("lab", "people", "end", session).status == 0)
      #expect(await shell.run("lab", "people", "end", session).status == 1)
      _ = await shell.run("lab", "people", "token", "홍길동")
      #expect(await shell.run("lab", "people", "sign-out", id).out.contains("1"))
      #expect(await shell.run("lab", "people", "sign-out", "x").status == 64)
    }

    @Test func aServerForOthersHasATokenInItsAddress() async throws {
      func address(
        _ arguments: [String],
        host: String,
        token: String? = nil,
        settings: [String: String] = [:]
      ) async throws -> String? {
        let serving = try LabServing.parse(arguments)
        var backend = try await LocalBackend(storage: .memory, now: { serving.clock.now })
        let settings = Settings(environment: settings.merging(token.map { ["NARU_LAB_TOKEN": $0] } ?? [:]) { $1 })
        return try await serving.start(on: &backend, host: host, settings).map { $0(8080) }
      }
      #expect(try await address([], host: "127.0.0.1") == "http://127.0.0.1:8080/lab")
      #expect(try await address(["--no-lab"], host: "0.0.0.0") == nil)
      let other = try #require(try await address([], host: "0.0.0.0"))
      #expect(other.wholeMatch(of: /http:\/\/0\.0\.0\.0:8080\/lab\?token=[A-Za-z0-9_-]{32}/) != nil, "\(other)")
      #expect(try await address([], host: "0.0.0.0") != other)
      // A plain proxy on this machine adds no header field, so only the settings tell that others use the server.
      for name in ["PUBLIC_URL", "TRUSTED_PROXIES", "KAKAO_CLIENT_ID", "APPLE_CLIENT_ID"] {
        let settings = ["NARU_IDENTITY_\(name)": "https://naru.example"]
        let published = try await address([], host: "127.0.0.1", settings: settings)
        #expect(published?.contains("/lab?token=") == true, "\(name)")
      }
      let own = "0123456789abcdef"
      #expect(try await address([], host: "127.0.0.1", token: own) == "http://127.0.0.1:8080/lab?token=\(own)")
      await #expect(throws: MessageError.self) { try await address([], host: "127.0.0.1", token: "short") }
      #expect(throws: (any Error).self) { try LabServing.parse(["--no-lab", "--faults", "plan.json"]) }
    }

    @Test func aServerPlaysAPlanFromItsStart() async throws {
      let shell = try await shell()
      let plan = #"{"rules": [{"fault": {"kind": "closesImmediately"}, "endpoint": "Books.search"}]}"#
      let serving = try LabServing.parse(["--faults", shell.write(plan, to: "plan.json")])
      var backend = try await LocalBackend(storage: .memory, now: { serving.clock.now })
      _ = try await serving.start(on: &backend, host: "127.0.0.1", .none)
      #expect(await TestShell(backend.inMemory).run("books", "search", "책").status == 1)
      let missing = try LabServing.parse(["--faults", "/nowhere/plan.json"])
      var other = try await LocalBackend(storage: .memory)
      await #expect(throws: MessageError.self) { try await missing.start(on: &other, host: "127.0.0.1", .none) }
    }

    @Test func aServerWithoutALabHasNoSuchAddress() async throws {
      let shell = try await TestShell.onDemo()
      let output = await shell.run("lab", "log")
      #expect(output.status == 1 && output.err.contains("/lab/api/exchanges"), "\(output)")
    }
  }
#endif
