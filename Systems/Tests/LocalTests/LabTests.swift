#if Lab
  import DockDock
  import Dori
  import Foundation
  import HTTPTypes
  import Konkuk
  import Local
  import Naru
  @_spi(Lab) import NaruLab
  import ServedSystem
  import Squirret
  import Testing

  /// The local backend with a lab.
  struct LabTests {
    @TemporaryData private var folder: DataFolder

    private func server(
      _ storage: StorageChoice = .memory,
      signIn: SignIn = .tokenIsName
    ) async throws -> LabServer {
      try await LabServer(storage, signIn: signIn)
    }

    @Test func oneActsAsTheUserWithTheIDEvenIfOthersHaveTheName() async throws {
      let server = try await LabServer.withStandIns()
      _ = try await server.lab.signIn(person: .init(name: "홍길동"))
      _ = try await server.lab.signIn(person: .init(name: "성춘향"))
      let wanted = try #require(try await server.lab.people().first { $0.name == "홍길동" })
      let tokens = try await server.lab.signIn(person: .init(name: "성춘향", id: wanted.id))
      #expect(try await Accounts.live(server.client(tokens.accessToken)).me().name == "홍길동")
      let unknown = await #expect(throws: APIError.self) {
        try await server.lab.signIn(person: .init(name: "", id: UUID()))
      }
      #expect(unknown?.code == .notFound)
    }

    @Test(arguments: [true, false])
    func aRestoreBringsBackADeletedBook(inMemory: Bool) async throws {
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

    @Test func aSignInIsValidUnderAClockBefore1970() async throws {
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let server = try await server(signIn: .squirret(.local(in: folder)))
      _ = try await server.lab.setClock(change: .set(to: Date(timeIntervalSince1970: -1e9)))
      let token = try await server.backend.signIn("홍길동")
      #expect(try await Accounts.live(server.client(token)).me().name == "홍길동")
    }

    @Test func theClockExpiresATokenOfTheSignIn() async throws {
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

    @Test func monthsFollowTheClock() async throws {
      let server = try await LabServer(demo: true)
      func gifts(_ name: String) async throws -> Date {
        try #require(try await Ledger.live(server.client(Secret(name))).gifts().map(\.date).max())
      }
      func borrow() async throws -> String {
        let loans = Loans.live(server.client(Secret("홍길동")))
        return try await loans.borrow(loan: NewLoan(isbn: "9788966260959")).month
      }
      let day = try Date("2026-11-10T12:00:00+09:00", strategy: .iso8601)
      _ = try await server.lab.setClock(change: .freeze(at: day))
      let (first, month) = (try await gifts("홍길동"), try await borrow())
      _ = try await server.lab.setClock(change: .advance(seconds: 31 * 86_400))
      // The sample data of a new person ends at the server's time.
      #expect(try await gifts("김나루") == first + 31 * 86_400)
      #expect(try await (month, borrow()) == ("202611", "202612"))
      let summary = try await Ledger.live(server.client(Secret("김나루"))).summary(year: 2026)
      #expect(summary.byMonth[11].count > 0)
    }

    @Test func limitsOfWritesAndTheirRetryAfterFollowTheClock() async throws {
      let server = try await LabServer(settings: Settings(environment: ["NARU_WRITES_PER_MINUTE": "1"]))
      let ledger = Ledger.live(server.client(Secret("홍길동")))
      _ = try await server.lab.setClock(change: .freeze(at: nil))
      func add() async throws { _ = try await ledger.addPerson(person: Person(name: "김나루", relationship: .friend)) }
      for _ in 0..<5 { try await add() }
      let refused = await #expect(throws: APIError.self) { try await add() }
      #expect(refused?.code == .rateLimited && refused?.retryAfter == .seconds(60))
      _ = try await server.lab.setClock(change: .advance(seconds: 60))
      try await add()
      await #expect(throws: APIError.self) { try await add() }
    }

    @Test func oneSessionEndsAndTheOthersStay() async throws {
      let server = try await LabServer.withStandIns()
      let lab = server.lab
      var tokens: [LabAPI.Tokens] = []
      for _ in 0..<2 { tokens.append(try await lab.signIn(person: .init(name: "홍길동"))) }
      let accounts = tokens.map { Accounts.live(server.client($0.accessToken)) }
      let me = try await accounts[0].me()
      let sessions = try await lab.sessions(id: me.id)
      #expect(sessions.count == 2 && sessions[0].provider == "NAVER" && sessions[0].device == "naru lab")
      let current = try #require(try await accounts[1].sessions().first { $0.isCurrent })
      try await lab.endSession(id: current.id)
      #expect(try await lab.sessions(id: me.id).map(\.id) == sessions.map(\.id).filter { $0 != current.id })
      await #expect(throws: APIError.self) { try await accounts[1].me() }
      await #expect(throws: APIError.self) { try await lab.endSession(id: current.id) }
      #expect(try await accounts[0].me().id == me.id)
    }

    @Test func aPersonOfTheLabIsTheOneOfTheStandIn() async throws {
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

    @Test func withoutStandInsNoOneCanActAsSomeoneElse() async throws {
      let lab = try await server().lab
      let error = await #expect(throws: APIError.self) { try await lab.signIn(person: .init(name: "홍길동")) }
      #expect(error?.code == .notFound && error?.message?.english.contains("stand-ins") == true)
    }

    @Test func theLabIsAtItsAddressOnlyWithALab() async throws {
      let plain = try await LocalBackend(storage: .memory)
      #expect(!plain.contracts.flatMap(\.endpoints).contains { $0.contract == "LabAPI" })
      #expect(!LocalBackend.endpoints.contains { $0.contract == "LabAPI" })
    }
  }
#endif
