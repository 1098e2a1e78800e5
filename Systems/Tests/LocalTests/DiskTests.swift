import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import LocalTesting
import Naru
import Saerok
import ServedSystem
import Storage
import StorageTesting
import Support
import Testing

/// Servers whose disk can't be written to any more.
struct DiskTests {
  /// A system without contracts, which hands out the database of its server.
  private struct Handout: ServedSystem {
    @TaskLocal static var database = Locked<Database?>(nil)

    static var contracts: [SystemContract<Self>] { [] }

    private let own: Database

    init(_ context: SystemContext) {
      own = context.database
      Self.database.withLock { $0 = context.database }
    }

    static func addMigrations(to migrations: inout Migrations) {}

    func addRoutes<Context: RequestContext>(to router: Router<Context>) {
      router.get("/plain") { [own] _, _ in
        try await own.write { try $0.script("CREATE TABLE plain (id INTEGER)") }
        return ""
      }
    }

    func removeAll(of person: UUID, _ db: Transaction) throws {}
  }

  private static let faults = [("PRAGMA max_page_count = 1", "디스크가 가득"), ("PRAGMA query_only = 1", "디스크에 쓸 수 없습니다")]

  private func start(in folder: URL, demo: Bool = false) async throws -> (
    backend: LocalBackend, database: Database, board: FreeBoard
  ) {
    try await Handout.$database.withValue(Locked(nil)) {
      let backend = try await LocalBackend(
        storage: .folder(DataFolder(folder)),
        systems: LocalBackend.systems + [Handout.self],
        signIn: .tokenIsName,
        demo: demo
      )
      let database = try #require(Handout.database.withLock { $0 })
      return (backend, database, FreeBoard.live(try backend.client("hong")))
    }
  }

  /// A new user's sample data can't be written.
  @Test func aNewUserOfTheDemoCanReadToo() async throws {
    try await TestDatabase.inFolder { folder in
      let (backend, database, board) = try await start(in: folder, demo: true)
      try await database.write { try $0.script("PRAGMA query_only = 1") }
      #expect(try await board.posts().items.isEmpty)
      let error = await #expect(throws: APIError.self) { try await board.writePost(draft: PostDraft(content: "글")) }
      #expect(error?.status == .serviceUnavailable)
      try backend.close()
    }
  }

  @Test(arguments: faults)
  func writesAreA503AndReadsGoOn(fault: String, localizedMessage: String) async throws {
    try await TestDatabase.inFolder { folder in
      let (backend, database, board) = try await start(in: folder)
      let draft = PostDraft(content: String(repeating: "물총새 ", count: 100))
      let first = try await board.writePost(draft: draft).id
      try await database.write { try $0.script(SQL(stringLiteral: fault)) }
      let error = await #expect(throws: APIError.self) {
        // There may be space in the last pages.
        for _ in 0..<100 { _ = try await board.writePost(draft: draft) }
      }
      #expect(error?.status == .serviceUnavailable && error?.localizedMessage.korean.contains(localizedMessage) == true)
      let plain = try await Application(router: backend.router()).test(.router) {
        try await $0.execute(uri: "/plain", method: .get)
      }
      #expect(plain.status == .serviceUnavailable && String(buffer: plain.body).contains(localizedMessage))
      let written = try await board.posts().items.map(\.id)
      #expect(try await board.post(postID: first).content == draft.content)
      try backend.close()

      let (repaired, _, boardAfterwards) = try await start(in: folder)
      let next = try await boardAfterwards.writePost(draft: draft).id
      #expect(try await boardAfterwards.posts().items.map(\.id) == [next] + written)
      try repaired.close()
    }
  }
}
