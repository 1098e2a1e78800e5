#if Lab
  import ArgumentParser
  import Foundation
  import GRDB
  import HTTPTypes
  import Local
  import Naru
  import NaruAsyncHTTPClient
  import StorageTesting
  @_spi(Lab) import NaruLab
  import Saerok
  import ServedSystem
  import SystemTesting
  import Testing

  @testable import Server

  /// The lab of `naru-server serve`.
  struct LabServingTests {
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
      #expect(other.wholeMatch(of: /http:\/\/0\.0\.0\.0:8080\/lab\?token=[A-Za-z0-9_-]{43}/) != nil, "\(other)")
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
      let shell = try await TestShell.onDemo()
      let plan = #"{"rules": [{"fault": {"kind": "closesImmediately"}, "endpoint": "Books.search"}]}"#
      let serving = try LabServing.parse(["--faults", shell.folder.write(plan, to: "plan.json")])
      var backend = try await LocalBackend(storage: .memory, now: { serving.clock.now })
      _ = try await serving.start(on: &backend, host: "127.0.0.1", .none)
      #expect(await TestShell(backend.inMemory).run("books", "search", "책").status == 1)
      let missing = try LabServing.parse(["--faults", "/nowhere/plan.json"])
      var other = try await LocalBackend(storage: .memory)
      await #expect(throws: MessageError.self) { try await missing.start(on: &other, host: "127.0.0.1", .none) }
    }
  }

  extension ProcessTests {
    @Suite struct SnapshotTests {
      private let naru = NaruProcess()

      @Test func aSnapshotOnAFullFolderForTemporaryFilesIsA507AndTheServerGoesOn() async throws {
        try await naru.copyData()
        // More than SQLite keeps of a temporary file in memory.
        let file = naru.folder.url.appending(path: "naru.sqlite").path
        try await DatabaseQueue(path: file).write {
          try $0.execute(sql: "CREATE TABLE filler AS SELECT zeroblob(12000000)")
        }
        try await naru.serve(maxFileSize: 4 << 20) { url, _ in
          let transport = AsyncHTTPClientTransport()
          let lab = LabAPI.live(APIClient(url, transport: transport))
          let error = await #expect(throws: APIError.self) { try await lab.save(name: "a") }
          #expect(error?.status?.code == 507)
          #expect(error?.message?.korean.contains("TMPDIR") == true)
          #expect(try await lab.snapshots().map(\.name) == ["start"])
          let token = try await TestPerson("홍길동").tokens(url).access
          let board = FreeBoard.live(APIClient(url, transport: transport, middleware: [BearerAuthentication { token }]))
          let post = try await board.writePost(draft: PostDraft(content: "물총새")).id
          #expect(try await board.posts().items.map(\.id) == [post])
        }
        #expect(try !String(contentsOf: naru.log, encoding: .utf8).contains("failed unexpectedly"))
      }
    }
  }
#endif
