package import Foundation
package import Naru
import Rules
package import Saerok
package import ServedSystem
package import Storage

/// Saerok's backend.
///
/// Migrate the database, then mount `board(for:)`, `pictures(for:)`, `account(for:)` and `blocks(for:)`. A new user becomes a
/// member of the community with an id and a nickname.
package struct SaerokBackend: Sendable {
  private static let contentRule = TextRule("content", isMultiline: true)

  private let database: Database
  private let now: @Sendable () -> Date
  let pictures: PictureStore

  /// Creates the backend on the server's database.
  package init(_ context: SystemContext) {
    (database, now) = (context.database, context.now)
    pictures = PictureStore("saerok_picture", at: "/api/v1/community/freeboard", context)
  }

  /// Adds the migrations of Saerok's tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("saerok-1-tables", CommunityStore.createTables)
    migrations.add("saerok-2-pictures") { db in
      try db.script(PictureStore.create("saerok_picture", of: "INTEGER NOT NULL REFERENCES saerok_post (id)"))
    }
  }

  /// Returns the free board for a caller.
  package func board(for caller: Caller) -> FreeBoard {
    FreeBoard(
      posts: { paging in
        let page = Page(paging)
        return try await read(caller) { try $0.posts(page, for: $1) }
      },
      post: { id in
        try await read(caller) { try $0.post(id, for: $1) }
      },
      writePost: { draft in
        let content = try Self.contentRule.checked(draft.content)
        return try await write(caller) { try $0.writePost(content, by: $1) }
      },
      editPost: { id, draft in
        let content = try Self.contentRule.checked(draft.content)
        return try await write(caller) { try $0.editPost(id, content, by: $1) }
      },
      deletePost: { id in
        try await write(caller) { try $0.deletePost(id, by: $1) }
      },
      reportPost: { id in
        try await write(caller) { try $0.reportPost(id, by: $1) }
      },
      comments: { postID, paging in
        let page = Page(paging)
        return try await read(caller) { try $0.comments(on: postID, page, for: $1) }
      },
      commentCount: { postID in
        try await database.read { try CommunityStore($0, now: now()).commentCount(on: postID) }
      },
      writeComment: { postID, draft in
        let content = try Self.contentRule.checked(draft.content)
        return try await write(caller) { try $0.writeComment(content, on: postID, parent: draft.parentID, by: $1) }
      },
      editComment: { postID, id, changes in
        let content = try Self.contentRule.checked(changes.content)
        return try await write(caller) { try $0.editComment(id, on: postID, content, by: $1) }
      },
      deleteComment: { postID, id in
        try await write(caller) { try $0.deleteComment(id, on: postID, by: $1) }
      },
      reportComment: { postID, id in
        try await write(caller) { try $0.reportComment(id, on: postID, by: $1) }
      }
    )
  }

  /// Returns the account of a caller.
  package func account(for caller: Caller) -> Account {
    Account(
      profile: {
        // A member's profile does not wait for writers; only a new user needs a write.
        _ = try caller.requireUser()
        let known = try await read(caller) { community, id in try id.map { try community.profile(of: $0) } }
        if let known { return known }
        return try await write(caller) { try $0.profile(of: $1) }
      },
      updateProfile: { changes in
        let nickname = try changes.nickname.map { try Nickname($0) }
        return try await write(caller) { try $0.rename($1, to: nickname) }
      },
      posts: { paging in
        let page = Page(paging)
        return try await read(caller) { try $0.posts(page, by: $1) }
      },
      checkNickname: { text in
        do {
          let nickname = try Nickname(text)
          return try await read(caller) { try $0.check(nickname, for: $1, in: caller.language) }
        } catch let error as APIError where error.code == .invalidRequest {
          return NicknameCheck(isAvailable: false, reason: error.localizedMessage.text(in: caller.language))
        }
      }
    )
  }

  /// Returns the blocks of a caller.
  package func blocks(for caller: Caller) -> Blocks {
    Blocks(
      list: {
        _ = try caller.requireUser()
        return try await read(caller) { community, id in try id.map { try community.blocked(by: $0) } ?? [] }
      },
      // Only the caller's board is another one.
      block: { person in
        ChangeFeed.tellOnlyCaller()
        return try await write(caller) { try $0.block(person.id, by: $1) }
      },
      unblock: { id in
        ChangeFeed.tellOnlyCaller()
        try await write(caller) { try $0.unblock(id, by: $1) }
      }
    )
  }

  /// With `demo`, adds twelve fictional users with their posts and comments of the last twelve days, if the board has never had a
  /// post.
  package func prepare(demo: Bool) async throws {
    if demo { try await database.write { try CommunityStore($0, now: now()).addSamples() } }
  }

  /// Stores the data of a sign-in: the user's e-mail address, which only they see, and their picture, which everyone sees. Neither
  /// can be changed on the board. `nil` removes an earlier value.
  package func introduce(_ user: Caller.User, email: String?, pictureURL: String?) async throws {
    try await write(Caller(user: user)) { try $0.introduce($1, email, pictureURL) }
  }

  /// Removes a user, and everything that they wrote, in the transaction that deletes the account. A comment with replies stays
  /// without its content and author.
  package func removeAll(of user: UUID, _ db: Transaction) throws {
    let community = CommunityStore(db, now: now())
    if let id = try community.person(of: Caller.User(id: user)) { try community.remove(id) }
  }

  /// Reads for a caller. The id is `nil` for a guest and a new user.
  func read<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (CommunityStore, UserID?) throws -> Value
  ) async throws -> Value {
    let now = now()
    return try await database.read { db in
      let community = CommunityStore(db, now: now, baseURL: caller.baseURL)
      return try body(community, try caller.user.flatMap { try community.person(of: $0) })
    }
  }

  /// Writes for a user, who becomes a member if they are new.
  func write<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (CommunityStore, UserID) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    let now = now()
    return try await database.write(for: user) { db in
      let community = CommunityStore(db, now: now, baseURL: caller.baseURL)
      return try body(community, try community.enter(user))
    }
  }
}

extension Page {
  /// Creates the page that a request asks for.
  init(_ paging: BoardPaging?) {
    let paging = paging ?? .standard
    self.init(number: paging.page, size: paging.size)
  }

  /// The page with one more element, to see whether more follow.
  var withOneMore: Page { Page(offset: offset, size: size + 1) }
}
