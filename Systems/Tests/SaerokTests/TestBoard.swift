import Foundation
import Naru
import Saerok
import SaerokBackend
import ServedSystem
import Storage
import StorageTesting
import SystemTesting

/// Saerok's backend on a database of its own, with an adjustable clock.
struct TestBoard: Sendable {
  let server: TestServer
  let backend: SaerokBackend
  let clock: Locked<Date>
  let database: Database

  init() throws {
    // 2026-03-04T09:30:00.123456 in Seoul.
    let clock = Locked(Date(timeIntervalSince1970: 1_772_584_200.123456))
    let database = try TestDatabase.make()
    var migrations = Migrations()
    DeletedPeople.addMigrations(to: &migrations)
    SaerokBackend.addMigrations(to: &migrations)
    try database.migrate(migrations)
    let backend = SaerokBackend(database: database, now: { clock.withLock { $0 } })
    self.backend = backend
    self.clock = clock
    self.database = database
    let options = TestServer.options
    server = TestServer([
      ServedContract(FreeBoard.self, options: options) { backend.board(for: $0) },
      ServedContract(Account.self, options: options) { backend.account(for: $0) },
      ServedContract(Blocks.self, options: options) { backend.blocks(for: $0) },
    ])
  }

  func board(_ name: String? = nil) -> FreeBoard { FreeBoard.live(server.client(name)) }
  func account(_ name: String? = nil) -> Account { Account.live(server.client(name)) }
  func blocks(_ name: String? = nil) -> Blocks { Blocks.live(server.client(name)) }

  func wait(_ seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  @discardableResult
  func post(_ content: String = "물총새를 봤어요.", by name: String) async throws -> Post.ID {
    try await board(name).writePost(draft: PostDraft(content: content)).id
  }

  @discardableResult
  func comment(
    _ content: String = "어디서요?",
    on post: Post.ID,
    parent: Comment.ID? = nil,
    by name: String
  ) async throws -> Comment.ID {
    try await board(name).writeComment(postID: post, draft: CommentDraft(content: content, parentID: parent)).id
  }

  /// Returns the id of a person, who writes a post to get one.
  func id(of name: String) async throws -> UserID {
    let post = try await post("저예요.", by: name)
    let id = try await board().post(postID: post).author.id
    try await board(name).deletePost(postID: post)
    return id
  }
}
