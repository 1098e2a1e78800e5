#if Lab
  import Catalogue
  import Foundation
  import Local
  import Naru
  import NaruLab
  import SystemTesting
  import Testing

  @testable import Command

  /// `naru lab`, with a backend in memory and its lab.
  struct LabCommandTests {
    /// A shell on a server with a lab, in which a person is signed in.
    private func shell() async throws -> TestShell {
      let clock = LabClock()
      let backend = try await LocalBackend(
        storage: .memory,
        signIn: .authenticator(NameIsToken()),
        now: { clock.now }
      )
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
      try Data(PreparedData.demoBooks.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try backend.catalogue.importCSV(from: file)
      let (observed, laboratory) = try await backend.withLab(clock: clock)
      let shell = TestShell(InMemoryTransport(observed.contracts + [laboratory.contract]))
      try await shell.signIn("홍길동")
      return shell
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
        #"{"seed": 7, "rules": [{"fault": {"kind": "closesAtOnce"}, "calls": [1]}]}"#,
        to: "plan.json"
      )
      #expect(await shell.run("lab", "faults", "play", file).status == 0)
      #expect(await shell.run("books", "search", "책").status == 1)
      #expect(await shell.run("books", "search", "책").status == 0)
      let missing = await shell.run("lab", "faults", "play", "/nowhere/plan.json")
      #expect(missing.status == 1 && missing.err.contains("/nowhere/plan.json"), "\(missing)")
    }

    @Test(arguments: [["explode"], ["status"], ["delay"], ["closesAtOnce", "--calls", "x"]])
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

    @Test func aSnapshotBringsBackTheShelf() async throws {
      let shell = try await shell()
      #expect(await shell.run("lab", "snapshot", "save", "빈 서재").status == 0)
      let books: [String: Any] = try await shell.run("books", "search", "책", "--json").json()
      let found = try #require((books["data"] as? [String: Any])?["books"] as? [[String: Any]])
      let book = try #require(found.first?["id"] as? String)
      #expect(await shell.run("shelf", "add", book).status == 0)
      #expect(await shell.run("lab", "snapshot", "restore", "빈 서재").status == 0)
      #expect(await shell.run("shelf").out.contains(book) == false)
      #expect(await shell.run("lab", "snapshot").lines.count == 3)
      #expect(await shell.run("lab", "snapshot", "reset").status == 0)
      #expect(await shell.run("lab", "snapshot", "restore", "없음").status == 1)
    }

    @Test func aServerWithoutALabHasNoSuchAddress() async throws {
      let shell = try await TestShell.onDemo()
      let output = await shell.run("lab", "log")
      #expect(output.status == 1 && output.err.contains("/lab/api/exchanges"), "\(output)")
    }

    private struct NameIsToken: Authenticator {
      func user(for token: Secret) async throws -> Caller.User? { TestServer.user(token.revealed) }
    }
  }
#endif
