import DockDock
import Dori
import Foundation
import HTTPTypes
import Konkuk
import Naru
import NaruAsyncHTTPClient
import StorageTesting
import Support
import SystemTesting
import Testing

extension ProcessTests {
  /// Servers in processes of their own, on one folder or on one PostgreSQL database.
  struct ServersOnOneDatabaseTests {
    private let naru = NaruProcess()

    /// Runs servers while the body runs.
    private func onServers(_ count: Int, _ body: ([URL]) async throws -> Void) async throws {
      defer { naru.remove() }
      try await naru.copyData()
      var environment = ["NARU_WRITES_PER_MINUTE": "0"]
      if let address = try TestDatabase.newAddress() {
        environment["NARU_DATABASE"] = address.revealed
        let copy = try await naru.run("database", "copy", environment: environment)
        #expect(copy.status == 0 && copy.out.contains("모두 같은지 확인했습니다"), "\(copy)")
      }
      try await serve(count, environment, [], body)
    }

    private func serve(
      _ count: Int,
      _ environment: [String: String],
      _ urls: [URL],
      _ body: ([URL]) async throws -> Void
    ) async throws {
      guard count > 0 else { return try await body(urls) }
      try await naru.serve(environment: environment) { url, _ in
        try await serve(count - 1, environment, urls + [url], body)
      }
    }

    @Test func whatOneServerIsToldTheOtherKnows() async throws {
      try await onServers(2) { urls in
        let (here, there) = (["NARU_URL": urls[0].absoluteString], ["NARU_URL": urls[1].absoluteString])
        for environment in [here, there] {
          #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
        }
        let added = try await naru.run("shelf", "add", "9788983920683", environment: here)
        #expect(added.status == 0, "\(added)")
        let shelf = try await naru.run("shelf", "list", environment: there)
        #expect(shelf.out.contains("해리포터와 마법사의 돌"), "\(shelf)")

        let sessions: [[String: Any]] = try await naru.run("sessions", "--json", environment: here).json()
        let other = try #require(sessions.first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
        #expect(try await naru.run("sessions", "--end", other, environment: here).status == 0)
        let ended = try await naru.run("whoami", environment: there)
        #expect(ended.status == 1 && ended.err.contains("naru login"), "\(ended)")
      }
    }

    @Test func concurrentWritesToThreeServersCountOnce() async throws {
      try await onServers(3) { urls in
        let token = try await TestPerson("홍길동").tokens(urls[0]).access
        let clients = urls.map { url in
          APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [BearerAuthentication { token }])
        }
        try await countLoans(clients)
        try await addGifts(clients)
        try await changeVersions(clients)
      }
    }

    /// Runs a call at each of some servers at the same time.
    private func all<Value: Sendable>(
      _ clients: [APIClient],
      times: Int = 1,
      _ call: @escaping @Sendable (APIClient) async throws -> Value
    ) async throws -> [Value] {
      try await withThrowingTaskGroup(of: Value.self) { group in
        for _ in 0..<times {
          for client in clients { group.addTask { try await call(client) } }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }

    /// Each server counts the loans of all.
    private func countLoans(_ clients: [APIClient]) async throws {
      let isbn = "9788966260959"
      let count: @Sendable (APIClient) async throws -> Int = { client in
        try await PopularBooks.live(client).mostBorrowed(max: 100).books.first { $0.isbn == isbn }?.loanCount ?? 0
      }
      let before = try await all(clients, count)
      #expect(Set(before).count == 1)
      // The servers read while others write.
      _ = try await all(clients, times: 24) { client in
        _ = try await Loans.live(client).borrow(loan: NewLoan(isbn: isbn))
        return try await count(client)
      }
      #expect(try await all(clients, count) == before.map { $0 + 72 })
    }

    /// The same gift is added once, with and without a key.
    private func addGifts(_ clients: [APIClient]) async throws {
      let person = Person(name: "김철수", relationship: .friend)
      _ = try await Ledger.live(clients[0]).addPerson(person: person)
      for round in 0..<10 {
        let gift = Gift(
          personID: person.id,
          direction: .given,
          event: .wedding,
          amount: 50_000 + round,
          date: Date(timeIntervalSince1970: 1_790_000_000),
          attended: true
        )
        let added = try await all(clients) { client in
          guard round % 2 == 0 else { return try await Ledger.live(client).addGift(personID: person.id, gift: gift) }
          return try await withCallOptions(idempotencyKey: "gift \(round)") {
            try await Ledger.live(client).addGift(personID: person.id, gift: gift)
          }
        }
        #expect(added.allSatisfy { $0.value.id == gift.id })
      }
      #expect(try await Ledger.live(clients[1]).person(id: person.id).gifts.count == 10)
    }

    /// One of several writes of the same version succeeds.
    private func changeVersions(_ clients: [APIClient]) async throws {
      let id = try await ReadingBooks.live(clients[0]).add(
        book: NewReadingBook(bookID: "9788932917245", status: .reading)
      ).id
      for round in 1...8 {
        let version = try await withEntityTag { try await ReadingBooks.live(clients[0]).show(id: id) }.version
        let pages = Locked(round * 20)
        let changed = try await all(clients, times: 2) { client in
          let page = pages.withLock { page in
            page += 1
            return page
          }
          do {
            _ = try await withCallOptions(ifMatch: version) {
              try await ReadingBooks.live(client).update(id: id, changes: ReadingBookChanges(currentPage: page))
            }
            return 1
          } catch let error as APIError where error.status == .preconditionFailed {
            return 0
          }
        }
        #expect(changed.reduce(0, +) == 1, "round \(round)")
      }
    }
  }
}
