#if Lab
  import DockDock
  import Foundation
  import HTTPTypes
  import Konkuk
  import Local
  import Naru
  import NaruLab
  import Squirret
  import Testing

  /// The local backend with a lab.
  struct LabTests {
    private let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
    private func server(
      _ storage: Storage = .memory,
      signIn: SignIn = .authenticator(TokenIsName())
    ) async throws -> LabServer {
      try await LabServer(storage, signIn: signIn)
    }

    /// The example in docs/lab.md.
    @Test func aLostAnswerALateTokenAndAWrongTurn() async throws {
      let server = try await server()
      let (lab, shelf) = (server.lab, server.shelf("홍길동"))
      let book = NewReadingBook(bookID: "9788966260959", status: .reading)

      // The answer is lost after the commit. The app sends the request again, with the same key.
      _ = try await lab.addRule(rule: .init(fault: .answerLost, endpoint: "ReadingBooks.add", calls: [1]))
      await #expect(throws: APIError.self) {
        try await withOptions(.idempotencyKey("key-1")) { try await shelf.add(book: book) }
      }
      let failed = try await lab.exchanges(filter: .init(status: "failed")).exchanges
      #expect(failed.map(\.endpoint) == ["ReadingBooks.add"] && failed[0].faults == ["answerLost"])
      #expect(try await lab.exchange(id: failed[0].id).curl.hasPrefix("curl -X POST"))
      _ = try? await withOptions(.idempotencyKey("key-1")) { try await shelf.add(book: book) }
      let detail = try await lab.exchange(id: failed[0].id)
      #expect(detail.sentTimes == 2 && detail.appliedTimes == 1)

      // What happens in a year.
      let later = try await lab.setClock(change: .advance(seconds: 365 * 86_400))
      #expect(later.offset > 364 * 86_400)

      // Everything goes wrong, and is as before.
      _ = try await lab.save(name: "before")
      for entry in try await shelf.list().elements { try await shelf.remove(id: entry.id) }
      #expect(try await shelf.list().elements.isEmpty)
      _ = try await lab.restore(name: "before")
      #expect(try await shelf.list().elements.map { $0.book?.isbn13 } == ["9788966260959"])
    }

    @Test(arguments: [true, false])
    func aRestoreBringsBackADeletedBook(inMemory: Bool) async throws {
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let server = try await server(inMemory ? .memory : .folder(folder))
      let shelf = server.shelf("홍길동")
      let entry = try await shelf.add(book: NewReadingBook(bookID: "9788966260959", status: .reading))
      let snapshot = try await server.lab.save(name: "서재에 한 권")
      #expect(snapshot.bytes > 10_000)
      try await shelf.remove(id: entry.id)
      _ = try await server.lab.restore(name: "서재에 한 권")
      #expect(try await shelf.list().elements == [entry])
      #expect(try await server.lab.snapshots().map(\.name) == ["start", "서재에 한 권"])
      _ = try await server.lab.restore(name: "start")
      #expect(try await shelf.list().elements.isEmpty)
      try await server.lab.removeSnapshot(name: "서재에 한 권")
      await #expect(throws: APIError.self) { try await server.lab.restore(name: "서재에 한 권") }
      try server.backend.close()
    }

    /// The library keeps its counts in memory.
    @Test func aRestoreTakesBackALoan() async throws {
      let server = try await server()
      let popular = PopularBooks.live(server.client(Secret("홍길동")))
      _ = try await server.lab.restore(name: "start")
      let before = try await popular.mostBorrowed()
      _ = try await Loans.live(server.client(Secret("홍길동"))).borrow(loan: NewLoan(isbn: "9788966260959"))
      _ = try await server.lab.restore(name: "start")
      #expect("\(try await popular.mostBorrowed())" == "\(before)")
    }

    @Test func theClockExpiresATokenOfTheSignIn() async throws {
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let server = try await server(signIn: .squirret(.local(in: folder)))
      let token = try await server.backend.signIn("홍길동")
      let accounts = Accounts.live(server.client(token))
      #expect(try await accounts.me().name == "홍길동")
      _ = try await server.lab.setClock(change: .advance(seconds: 8 * 86_400))
      let error = await #expect(throws: APIError.self) { try await accounts.me() }
      #expect(error?.code == .unauthorized)
      _ = try await server.lab.setClock(change: .resume)
      #expect(try await accounts.me().name == "홍길동")
    }

    @Test func aPersonOfTheLabIsTheOneOfTheStandIn() async throws {
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let server = try await server(signIn: .squirret(.local(in: folder)))
      let token = try await server.backend.signIn("홍길동")
      let me = try await Accounts.live(server.client(token)).me()
      let minted = try await server.lab.signIn(person: .init(name: "홍길동"))
      #expect(try await Accounts.live(server.client(minted.accessToken)).me().id == me.id)
      let people = try await server.lab.people()
      #expect(people.map(\.id) == [me.id] && people[0].sessions == 2)
      #expect(try await server.lab.endSessions(id: me.id).count == 2)
      await #expect(throws: APIError.self) { try await Accounts.live(server.client(minted.accessToken)).me() }
    }

    @Test func withoutStandInsNobodyCanActAsSomebodyElse() async throws {
      let lab = try await server().lab
      let error = await #expect(throws: APIError.self) { try await lab.signIn(person: .init(name: "홍길동")) }
      #expect(error?.code == .notFound && error?.message?.korean.contains("대역") == true)
    }

    @Test func theLabIsAtItsAddressOnlyWithALab() async throws {
      let plain = try await LocalBackend(storage: .memory)
      #expect(!plain.contracts.flatMap(\.endpoints).contains { $0.contract == "Lab" })
      #expect(!LocalBackend.endpoints.contains { $0.contract == "Lab" })
    }
  }
#endif
