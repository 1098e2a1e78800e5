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
    private func shell() async throws -> TestShell { try await shell(on: server()) }

    private func shell(on server: InMemoryTransport) async throws -> TestShell {
      let shell = TestShell(server)
      try await shell.signIn("홍길동")
      return shell
    }

    private func server() async throws -> InMemoryTransport {
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
      return InMemoryTransport(observed.contracts + [laboratory.contract])
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

    @Test func aQueuedCallIsJoinedWithItsExchanges() async throws {
      let server = try await server()
      let shell = try await shell(on: server)
      #expect(await shell.run("lab", "queue").out == text("앱이 알린 요청이 없습니다.\n", "No app has reported a call.\n"))
      let lab = Lab.live(APIClient(InMemoryTransport.url, transport: server))
      #expect(await shell.run("lab", "faults", "add", "answerLost", "--endpoint", "ReadingBooks.add").status == 0)
      let books: [String: Any] = try await shell.run("books", "search", "책", "--json").json()
      let found = try #require((books["data"] as? [String: Any])?["books"] as? [[String: Any]])
      _ = await shell.run("shelf", "add", try #require(found.first?["id"] as? String))
      let lost = try #require(try await lab.exchanges(filter: .init(fault: "answerLost")).exchanges.first)
      let queuedAt = try Date("2026-11-22T14:02:10+09:00", strategy: .iso8601)
      let call = Lab.QueuedCall(
        key: try #require(lost.key),
        endpoint: "ReadingBooks.add",
        method: "POST",
        target: lost.target,
        state: .waiting,
        queuedAt: queuedAt,
        attempts: 0
      )
      try await lab.report(calls: [call])
      let timeline = text("14:02:10에 저장, 1번 보냄, 1번 적용", "queued 14:02:10, sent once, applied once")
      for arguments in [
        ["lab", "queue"], ["lab", "log"], ["lab", "log", "--fault", "any"], ["lab", "show", "\(lost.id)"],
      ] {
        let output = await shell.run(arguments)
        #expect(output.status == 0 && output.out.contains(timeline), "\(output)")
      }
      #expect(await shell.run("lab", "log", "--endpoint", "Books.search").out.contains(timeline) == false)
      let queue: [[String: Any]] = try await shell.run("lab", "queue", "--json").json()
      #expect(queue.count == 1 && queue[0]["appliedTimes"] as? Int == 1)
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

    @Test func aSpaceIsAddedUsedAndRemoved() async throws {
      let shell = try await shell()
      let none = text("공간이 없습니다.\n", "There are no spaces.\n")
      #expect(await shell.run("lab", "space").out == none)
      let added = await shell.run("lab", "space", "add", "a", "--snapshot", "start")
      #expect(added.status == 0 && added.out.contains("Naru-Space: a"), "\(added)")
      let list = await shell.run("lab", "space")
      #expect(list.lines.count == 2 && list.lines.last?.hasPrefix("a  ") == true, "\(list)")
      // A rule for the space does not meet the command, which is not in it.
      #expect(await shell.run("lab", "faults", "add", "closesAtOnce", "--space", "a").status == 0)
      #expect(await shell.run("books", "search", "책").status == 0)
      #expect(await shell.run("lab", "log", "--space", "a").out == text("요청이 없습니다.\n", "No exchanges found.\n"))
      #expect(await shell.run("lab", "space", "remove", "a").status == 0)
      #expect(await shell.run("lab", "space", "remove", "a").status == 1)
      let unknown = await shell.run("lab", "people", "--space", "nowhere")
      #expect(unknown.status == 1 && unknown.err.contains("nowhere"), "\(unknown)")
      for name in ["b", "c"] { #expect(await shell.run("lab", "space", "add", name).status == 0) }
      #expect(await shell.run("lab", "space", "clear").out.contains("2"))
      #expect(await shell.run("lab", "space").out == none)
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
