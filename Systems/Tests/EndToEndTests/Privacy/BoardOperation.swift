import Foundation
import HTTPTypes
import Naru
import Saerok
import Support

/// An operation on the free board. Since everyone sees the board, operations run one after another, so that their
/// outcome is known.
enum BoardOperation: Sendable {
  case write(String), edit(Post.ID, String), delete(Post.ID), show(Post.ID), list(BoardPaging?)
  case comment(Post.ID, parent: Comment.ID?), editComment(Post.ID, Comment.ID), deleteComment(Post.ID, Comment.ID)
  case comments(Post.ID, BoardPaging?), count(Post.ID), block(UserID), unblock(UserID), blocked

  init(posts: [Post.ID], comments: [(post: Post.ID, id: Comment.ID)], people: [UserID], _ numbers: inout SeededRandom) {
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &numbers)] }
    let (post, comment, person) = (pick(posts), pick(comments), pick(people))
    let paging = pick([
      nil, BoardPaging(page: 1, size: 3), BoardPaging(page: 2, size: 2), BoardPaging(page: 0, size: 1),
    ])
    // Mostly a comment on its own post.
    let place = pick([comment.post, comment.post, comment.post, post])
    self =
      switch Int.random(in: 0..<24, using: &numbers) {
      case 0..<3: .write(pick(["물총새", "박새", " "]))
      case 3: .edit(post, "고친 글")
      case 4: .delete(post)
      case 5: .show(post)
      case 6..<9: .list(paging)
      case 9..<13: .comment(place, parent: pick([nil, comment.id]))
      case 13: .editComment(place, comment.id)
      case 14..<17: .deleteComment(place, comment.id)
      case 17..<19: .comments(post, paging)
      case 19: .count(post)
      case 20..<22: .block(pick([person, person, 0]))
      case 22: .unblock(person)
      default: .blocked
      }
  }

  /// Runs the operation on a server.
  func run(on client: APIClient) async -> BoardOutcome {
    let (board, blocks) = (FreeBoard.live(client), Blocks.live(client))
    do {
      switch self {
      case .write(let text): return .written(try await board.writePost(draft: PostDraft(content: text)).id)
      case .edit(let id, let text):
        return .written(try await board.editPost(postID: id, draft: PostDraft(content: text)).id)
      case .delete(let id): try await board.deletePost(postID: id)
      case .show(let id): return .posts([ExpectedBoard.SeenPost(try await board.post(postID: id))], hasNext: false)
      case .list(let paging):
        let page = try await board.posts(paging: paging)
        return .posts(page.items.map(ExpectedBoard.SeenPost.init), hasNext: page.hasNext)
      case .comment(let post, let parent):
        let draft = CommentDraft(content: "댓글", parentID: parent)
        return .written(try await board.writeComment(postID: post, draft: draft).id)
      case .editComment(let post, let id):
        let changes = CommentChanges(content: "고친 댓글")
        return .written(try await board.editComment(postID: post, commentID: id, changes: changes).id)
      case .deleteComment(let post, let id): try await board.deleteComment(postID: post, commentID: id)
      case .comments(let post, let paging):
        let page = try await board.comments(postID: post, paging: paging)
        return .comments(page.items.map(ExpectedBoard.SeenComment.init), isMyPost: page.isMyPost, hasNext: page.hasNext)
      case .count(let post): return .count(try await board.commentCount(postID: post).count)
      case .block(let id):
        let created = try await blocks.block(person: BlockRequest(id: id))
        return .blocked([created.value.id], isNew: created.isNew)
      case .unblock(let id): try await blocks.unblock(userID: id)
      case .blocked: return .blocked(try await blocks.list().map(\.id), isNew: false)
      }
      return .removed
    } catch let error as APIError {
      return .failed(error.status?.code ?? 0)
    } catch {
      return .failed(-1)
    }
  }
}

/// The outcome of an operation on the board.
enum BoardOutcome: Sendable, Equatable {
  case written(Int64)
  case removed
  case posts([ExpectedBoard.SeenPost], hasNext: Bool)
  case comments([ExpectedBoard.SeenComment], isMyPost: Bool, hasNext: Bool)
  case count(Int)
  case blocked([UserID], isNew: Bool)
  case failed(Int)

  /// The id of the written content.
  var id: Int64? { if case .written(let id) = self { id } else { nil } }

  var name: String {
    switch self {
    case .written: "written"
    case .removed: "removed"
    case .posts: "posts"
    case .comments: "comments"
    case .count: "count"
    case .blocked: "blocked"
    case .failed(let status): "\(status)"
    }
  }
}
