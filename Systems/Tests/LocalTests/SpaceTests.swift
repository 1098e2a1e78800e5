#if Lab
  import DockDock
  import Dori
  import Foundation
  import Konkuk
  import Local
  import Naru
  import NaruLab
  import Squirret
  import StorageTesting
  import Testing

  /// The spaces of the local backend.
  struct SpaceTests {
    private let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
    private let book = NewReadingBook(bookID: "9788966260959", status: .reading)

    /// The example in docs/lab.md.
    @Test func fiftyTestsRunSideBySide() async throws {
      let server = try await LabServer()
      let (lab, transport) = (server.lab, server.transport)
      let book = NewReadingBook(bookID: "9788966260959", status: .reading)

      try await withThrowingTaskGroup { tests in
        for number in 1...50 {
          tests.addTask {
            // Its own copy of the data from the start of the server, which is removed at the end.
            try await lab.inSpace(from: "start") { space in
              let user = BearerAuthentication { Secret("홍길동") }
              let client = APIClient(InMemoryTransport.url, transport: transport, middleware: [space, user])
              let shelf = ReadingBooks.live(client)
              // A fault for this test only.
              if number.isMultiple(of: 2) {
                _ = try await lab.addRule(rule: .init(fault: .answerLost, space: space.name, calls: [1]))
                await #expect(throws: APIError.self) { try await shelf.list() }
              }
              #expect(try await shelf.list().elements.isEmpty)
              _ = try await shelf.add(book: book)
              #expect(try await shelf.list().elements.map { $0.book?.title } == ["클린 코드"])
            }
          }
        }
        try await tests.waitForAll()
      }
      #expect(try await server.shelf("홍길동").list().elements.isEmpty)
      #expect(try await lab.plan().rules.isEmpty)
    }

    @Test(arguments: [true, false])
    func aRestoreOfTheServersDataLeavesSpacesAlone(inMemory: Bool) async throws {
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let server = try await LabServer(inMemory ? .memory : .folder(folder))
      let entry = try await server.shelf("홍길동").add(book: book)
      _ = try await server.lab.save(name: "한 권")
      _ = try await server.lab.addSpace(name: "now")
      _ = try await server.lab.restore(name: "start")
      _ = try await server.lab.addSpace(name: "saved", snapshot: "한 권")
      _ = try await server.lab.addSpace(name: "empty")
      try await server.lab.removeSnapshot(name: "한 권")
      for (name, expected) in [("now", [entry]), ("saved", [entry]), ("empty", [])] {
        let shelf = server.shelf("홍길동", in: LabSpace(name))
        #expect(try await shelf.list().elements == expected)
        if expected.isEmpty { _ = try await shelf.add(book: book) } else { try await shelf.remove(id: entry.id) }
      }
      _ = try await server.lab.restore(name: "start")
      #expect(try await server.shelf("홍길동").list().elements.isEmpty)
      #expect(try await server.shelf("홍길동", in: LabSpace("empty")).list().elements.count == 1)
      try server.backend.close()
    }

    @Test func peopleSignInToTheirSpace() async throws {
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let server = try await LabServer(signIn: .squirret(.local(in: folder)))
      let before = try await server.lab.signIn(person: .init(name: "홍길동")).accessToken
      let space = LabSpace(try await server.lab.addSpace(name: "a").name)
      // Who was signed in when the data was copied is signed in there, too.
      let me = try await Accounts.live(server.client(before, in: space)).me()
      #expect(me.name == "홍길동")
      let token = try await Lab.live(server.client(in: space)).signIn(person: .init(name: "임꺽정")).accessToken
      #expect(try await Accounts.live(server.client(token, in: space)).me().name == "임꺽정")
      await #expect(throws: APIError.self) { try await Accounts.live(server.client(token)).me() }
      #expect(try await server.lab.people(space: "a").count == 2)
      #expect(try await server.lab.people().map(\.name) == ["홍길동"])
      // The end of all sessions of a space is not that of the server's.
      #expect(try await server.lab.endSessions(id: me.id, space: "a").count == 1)
      #expect(try await Accounts.live(server.client(before)).me().name == "홍길동")
      await #expect(throws: APIError.self) { try await Accounts.live(server.client(before, in: space)).me() }
    }

    /// The catalogue and the made-up loans are those of the server; the loans of people are not.
    @Test func booksAreSharedAndLoansAreNot() async throws {
      let server = try await LabServer()
      let space = LabSpace(try await server.lab.addSpace(name: "a").name)
      let (here, there) = (server.client(Secret("홍길동")), server.client(Secret("홍길동"), in: space))
      #expect(try await Books.live(there).search(query: "클린").books.count == 1)
      let before = try await PopularBooks.live(here).mostBorrowed()
      #expect(try await "\(PopularBooks.live(there).mostBorrowed())" == "\(before)")
      _ = try await Loans.live(there).borrow(loan: NewLoan(isbn: "9788966260959"))
      #expect(try await "\(PopularBooks.live(there).mostBorrowed())" != "\(before)")
      #expect(try await "\(PopularBooks.live(here).mostBorrowed())" == "\(before)")
      // A book that is added later is in the space, too.
      try server.backend.addBooks("isbn13,title\n9788983920683,해리포터\n")
      #expect(try await Books.live(there).search(query: "해리포터").books.count == 1)
    }

    @Test func aNewPersonOfASpaceGetsTheDemosData() async throws {
      let server = try await LabServer(demo: true)
      let space = LabSpace(try await server.lab.addSpace(name: "a", snapshot: "start").name)
      let ledger = Ledger.live(server.client(Secret("홍길동"), in: space))
      #expect(try await !ledger.people().elements.isEmpty)
    }

    @Test(.enabled(if: TestDatabase.isPostgreSQL))
    func onPostgreSQLASentenceSaysThatSpacesAndSnapshotsNeedSQLite() async throws {
      let server = try await LabServer(.postgreSQL(#require(try TestDatabase.newAddress())))
      let lab = server.lab
      let calls: [() async throws -> Void] = [
        { _ = try await lab.addSpace(name: "a") }, { _ = try await lab.save(name: "a") },
        { _ = try await lab.restore(name: "start") }, { try await lab.removeSnapshot(name: "start") },
      ]
      for call in calls {
        let error = await #expect(throws: APIError.self) { try await call() }
        #expect(error?.code == .notFound && error?.message?.korean.contains("SQLite") == true)
      }
      #expect(try await lab.snapshots().isEmpty)
      try server.backend.close()
    }
  }
#endif
