import Foundation
import Naru

extension FreeBoard {
  /// A board with twelve fictional posts and their comments. The caller is the author of the newest post. Changes are
  /// accepted, but not stored.
  public static var preview: FreeBoard {
    let posts = Post.samples
    let post: @Sendable (Post.ID) throws -> Post = { id in
      guard let post = posts.first(where: { $0.id == id }) else {
        throw APIError.notFound(LocalizedMessage(korean: "게시글을 찾을 수 없습니다.", english: "Post not found."))
      }
      return post
    }
    return FreeBoard(
      posts: { paging in
        let (page, hasNext) = posts.page(paging)
        return PostPage(items: page, hasNext: hasNext)
      },
      post: { try post($0) },
      writePost: { _ in WrittenPost(id: posts[0].id + 1) },
      editPost: { id, draft in WrittenPost(id: try post(id).id, content: draft.content) },
      deletePost: { _ = try post($0) },
      reportPost: { Report(id: try post($0).id) },
      comments: { id, paging in
        let post = try post(id)
        let (page, hasNext) = post.sampleComments.page(paging)
        return CommentPage(items: page, isMyPost: post.isMine, hasNext: hasNext)
      },
      commentCount: { CommentCount(count: try post($0).commentCount) },
      writeComment: { _, _ in WrittenComment(id: 10_000) },
      editComment: { _, id, changes in WrittenComment(id: id, content: changes.content) },
      deleteComment: { _, _ in },
      reportComment: { _, id in Report(id: id) }
    )
  }
}

extension Account {
  /// The account of a fictional user.
  public static var preview: Account {
    Account(
      profile: { .sample() },
      updateProfile: { .sample($0.nickname) },
      posts: { paging in
        let (page, hasNext) = Post.samples.filter(\.isMine).page(paging)
        return PostPage(items: page, hasNext: hasNext)
      },
      checkNickname: { _ in NicknameCheck(isAvailable: true) }
    )
  }
}

extension Blocks {
  /// Blocks with one fictional user.
  public static var preview: Blocks {
    let person = BlockedPerson(id: 2, nickname: "까치집", blockedAt: Date(timeIntervalSince1970: 1_772_582_400))
    return Blocks(list: { [person] }, block: { _ in CreatedOrExisting(person) }, unblock: { _ in })
  }
}

extension Post {
  /// Twelve fictional posts, newest first. The caller is the author of the newest.
  public static let samples: [Post] = BoardSamples.posts.enumerated().reversed().map { index, sample in
    let date = Date(timeIntervalSince1970: 1_772_582_400 + Double(index) * 31_337)
    return Post(
      id: Int64(index + 1),
      author: .sample(index),
      content: sample.content,
      commentCount: sample.comments.count,
      isMine: index == BoardSamples.posts.count - 1,
      createdAt: date,
      updatedAt: date
    )
  }

  /// The comments on a sample post.
  fileprivate var sampleComments: [Comment] {
    let index = Int(id) - 1
    return BoardSamples.posts[index].comments.enumerated().reduce(into: []) { comments, comment in
      let isReply = comment.element.hasPrefix("↳ ")
      let date = createdAt + Double(comment.offset + 1) * 600
      let new = Comment(
        id: id * 100 + Int64(comment.offset),
        author: .sample(index + comment.offset + 1),
        content: isReply ? String(comment.element.dropFirst(2)) : comment.element,
        parentID: isReply ? comments.last?.id : nil,
        createdAt: date,
        updatedAt: date
      )
      if isReply, !comments.isEmpty { comments[comments.count - 1].replies.append(new) } else { comments.append(new) }
    }
  }
}

extension Author {
  fileprivate static func sample(_ number: Int) -> Author {
    let index = number % BoardSamples.nicknames.count
    return Author(id: UserID(index + 1), nickname: BoardSamples.nicknames[index])
  }
}

extension Profile {
  fileprivate static func sample(_ nickname: String? = nil) -> Profile {
    Profile(
      nickname: nickname ?? "필드스코프",
      email: "scope@example.com",
      joinedDate: "2025-11-02",
      imageURL: "https://example.com/scope.png"
    )
  }
}

extension Array {
  /// Returns a page, and whether another one follows.
  fileprivate func page(_ paging: BoardPaging?) -> ([Element], Bool) {
    let paging = paging ?? .standard
    let start = Swift.max(0, paging.page - 1) * paging.size
    return (Array(dropFirst(start).prefix(paging.size)), count > start + paging.size)
  }
}
