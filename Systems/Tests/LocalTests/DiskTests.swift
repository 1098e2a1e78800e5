import Foundation
import HTTPTypes
import Local
import LocalTesting
import Naru
import Saerok
import ServedSystem
import Storage
import StorageTesting
import Testing

/// Servers whose disk can't be written to any more.
struct DiskTests {
  /// A system without contracts, which hands out the database of its server.
  private struct Handout: ServedSystem {
    @TaskLocal static var database = Locked<Database?>(nil)

    static var contracts: [SystemContract<Self>] { [] }

    init(_ context: SystemContext) {
      Self.database.withLock { $0 = context.database }
    }

    static func addMigrations(to migrations: inout Migrations) {}

    func removeAll(of person: UUID, _ db: Transaction) throws {}
  }

  private static let faults: [(end: SQL, repair: SQL, sentence: String)] = [
    ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "disk is full"),
    ("PRAGMA query_only = 1", "PRAGMA query_only = 0", "can't use its disk"),
  ]

  @Test(arguments: faults)
  private func writesAreA503AndReadsGoOn(end: SQL, repair: SQL, sentence: String) async throws {
    try await TestDatabase.inFolder { folder in
      let (backend, database) = try await Handout.$database.withValue(Locked(nil)) {
        let backend = try await LocalBackend(
          storage: .folder(DataFolder(folder)),
          systems: LocalBackend.systems + [Handout.self],
          signIn: .authenticator(TokenIsName())
        )
        return (backend, try #require(Handout.database.withLock { $0 }))
      }
      let board = FreeBoard.live(try backend.client("hong"))
      let draft = PostDraft(content: String(repeating: "물총새 ", count: 100))
      let first = try await board.writePost(draft: draft).id
      try await database.write { try $0.script(end) }
      let error = await #expect(throws: APIError.self) {
        // There may be space in the last pages.
        for _ in 0..<100 { _ = try await board.writePost(draft: draft) }
      }
      #expect(error?.status == .serviceUnavailable && error?.sentence.english.contains(sentence) == true)
      let count = try await board.posts().items.count
      #expect(try await board.post(postID: first).content == draft.content)
      try await database.write { try $0.script(repair) }
      _ = try await board.writePost(draft: draft)
      #expect(try await board.posts().items.count == count + 1)
      try backend.close()
    }
  }
}
