import Foundation
import Naru
import Saerok
import SaerokBackend
import SystemTesting

/// Saerok's backend on a database of its own.
typealias TestBoard = TestBackend<SaerokBackend>

extension TestBoard {
  /// The time is 2026-03-04T09:30:00.123456 in Seoul.
  init() throws {
    try self.init(at: Date(timeIntervalSince1970: 1_772_584_200.123456))
  }

  func board(_ name: String? = nil) -> FreeBoard { FreeBoard.live(client(name)) }
  func account(_ name: String? = nil) -> Account { Account.live(client(name)) }
  func blocks(_ name: String? = nil) -> Blocks { Blocks.live(client(name)) }

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
