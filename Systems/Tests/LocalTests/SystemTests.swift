import Catalogue
import DockDock
import Foundation
import GRDB
import Local
import LocalTesting
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import Testing

/// A sixth system beside the five, added as `Systems/docs/add-a-system.md` says.
struct SystemTests {
  @TemporaryData private var folder: DataFolder

  private func backend(_ storage: StorageChoice? = nil, signIn: SignIn, demo: Bool = false) async throws -> LocalBackend
  {
    try await LocalBackend(
      storage: storage ?? .forTests,
      systems: LocalBackend.systems + [MemoBackend.self],
      signIn: signIn,
      demo: demo
    )
  }

  @Test func aSixthSystemIsServedWithTheOthers() async throws {
    let backend = try await backend(signIn: .tokenIsName)
    let endpoints = Set(backend.contracts.flatMap(\.endpoints))
    #expect(endpoints.isSuperset(of: LocalBackend.systems.flatMap { $0.endpoints } + Memos.endpoints))
    let (hong, kim) = (try backend.client("hong"), try backend.client("kim"))
    let memo = try await Memos.live(hong).add(memo: NewMemo(text: "우유"))
    #expect(try await Memos.live(hong).list() == [memo])
    #expect(try await Memos.live(kim).list().isEmpty)
    #expect(try await ReadingBooks.live(hong).list().isEmpty)
    let refused = await #expect(throws: APIError.self) { try await Memos.live(backend.client()).list() }
    #expect(refused?.code == .unauthorized)
  }

  @Test func aSixthSystemGivesNewUsersSampleDataOnce() async throws {
    let backend = try await backend(signIn: .tokenIsName, demo: true)
    let memos = Memos.live(try backend.client("hong"))
    #expect(try await memos.list().map(\.text) == ["반가워요"])
    #expect(try await memos.list().count == 1)
  }

  @Test func aSixthSystemDeletesItsDataWithTheAccount() async throws {
    let backend = try await backend(.folder(folder), signIn: .squirret(.local(in: folder)))
    let token = try await backend.signIn("홍길동")
    let client = backend.client(token: token)
    _ = try await Memos.live(client).add(memo: NewMemo(text: "우유"))
    let database = try DatabaseQueue(path: folder.url.appending(path: "naru.sqlite").path)
    func count() async throws -> Int? {
      try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM memo") }
    }
    #expect(try await count() == 1)
    try await Accounts.live(client).deleteAccount()
    #expect(try await count() == 0)
    try database.close()
    try backend.close()
  }
}
