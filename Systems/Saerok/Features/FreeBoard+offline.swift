public import Foundation
import Naru
public import NaruOffline
public import Saerok

extension FreeBoard {
  /// Returns the board as a device knows it: the server's last response with the signed-in user's queued changes on top.
  ///
  /// A post, a comment and a change of them is queued, and has a local id until the server has responded. By this ID it can be changed
  /// and deleted. Reports are not queued.
  ///
  /// ```swift
  /// let offline = try Offline(in: folder, for: user, client: client, options: .board)
  /// let model = FreeBoardModel(.offline(offline))
  /// ```
  ///
  /// - Parameters:
  ///   - offline: the offline store of the signed-in user, with ``NaruOffline/OfflineOptions/board``.
  ///   - now: the clock.
  /// - Returns: the board.
  public static func offline(_ offline: Offline, now: @escaping @Sendable () -> Date = { Date() }) -> FreeBoard {
    let live = offline.live(FreeBoard.self)
    // The name on the caller's new posts until the server has them.
    @Sendable func me() async -> Author {
      // In a task of its own, because the age of the name is not the age of the posts.
      let cached = await Task.detached {
        try? await offline.read(Account.self, policy: .cacheOnly) { try await $0.profile() }
      }.value
      return Author(id: 0, nickname: cached?.value.nickname ?? "", imageURL: cached?.value.imageURL)
    }
    @Sendable func shown(_ posts: [Post], isFirstPage: Bool = false) async throws -> [Post] {
      let me = await me()
      return try offline.applyingWrites(to: posts) { try $0.apply($1, by: me, isFirstPage: isFirstPage) }
    }
    var board = live
    board.posts = { paging in
      let page = try await live.posts(paging)
      let posts = try await shown(page.items, isFirstPage: paging?.page ?? 1 == 1)
      return PostPage(items: posts, hasNext: page.hasNext)
    }
    board.post = { id in
      // A comment that was written here and that the server does not have yet.
      if let post = try await shown([], isFirstPage: true).first(where: { $0.id == id }) { return post }
      guard let post = try await shown([live.post(id)]).first else { throw APIError(.notFound) }
      return post
    }
    board.writePost = { draft in
      let id = LocalID()
      try await offline.write(FreeBoard.self, creating: id) { try await $0.writePost(draft: draft) }
      return WrittenPost(id: id.integer)
    }
    board.editPost = { id, draft in
      try await offline.write(FreeBoard.self) { try await $0.editPost(postID: id, draft: draft) }
      return WrittenPost(id: id, content: draft.content)
    }
    board.deletePost = { id in
      try await offline.write(FreeBoard.self) { try await $0.deletePost(postID: id) }
    }
    board.comments = { postID, paging in
      let isLocal = try await shown([], isFirstPage: true).contains { $0.id == postID }
      var page =
        try await isLocal ? CommentPage(items: [], isMyPost: true, hasNext: false) : live.comments(postID, paging)
      let (me, isLastPage) = (await me(), !page.hasNext)
      page.items = try offline.applyingWrites(to: page.items) { comments, write in
        guard try write.argument("postID") == postID else { return }
        try comments.apply(write, by: me, isLastPage: isLastPage)
      }
      return page
    }
    board.writeComment = { postID, draft in
      let id = LocalID()
      try await offline.write(FreeBoard.self, creating: id) {
        try await $0.writeComment(postID: postID, draft: draft)
      }
      return WrittenComment(id: id.integer)
    }
    board.editComment = { postID, commentID, changes in
      try await offline.write(FreeBoard.self) {
        try await $0.editComment(postID: postID, commentID: commentID, changes: changes)
      }
      return WrittenComment(id: commentID, content: changes.content)
    }
    board.deleteComment = { postID, commentID in
      try await offline.write(FreeBoard.self) {
        try await $0.deleteComment(postID: postID, commentID: commentID)
      }
    }
    return board
  }
}

extension OfflineOptions {
  /// The cache of an app with the board. All changes of the board are sent in order, because a comment needs its post.
  public static var board: OfflineOptions {
    var options = OfflineOptions(contracts: [FreeBoard.self, Account.self])
    options.idNames = [FreeBoard.Endpoints.writePost: "postId", FreeBoard.Endpoints.writeComment: "commentId"]
    for write in FreeBoard.endpoints where write.method != .get {
      options.scopes[write] = "board"
      options.invalidations[write] = FreeBoard.endpoints.filter { $0.method == .get }
    }
    return options
  }
}

extension [Post] {
  /// Applies a write that waits, as the server probably will.
  fileprivate mutating func apply(_ write: QueuedWrite, by me: Author, isFirstPage: Bool) throws {
    if write.endpoint == FreeBoard.Endpoints.writePost {
      guard isFirstPage, let draft: PostDraft = try write.body(), let id = write.localID else { return }
      let date = write.queuedAt
      insert(
        Post(id: id.integer, author: me, content: draft.content, isMine: true, createdAt: date, updatedAt: date),
        at: 0
      )
      return
    }
    guard let id: Post.ID = try write.argument("postID"), let index = firstIndex(where: { $0.id == id }) else { return }
    switch write.endpoint {
    case FreeBoard.Endpoints.editPost:
      guard let draft: PostDraft = try write.body() else { return }
      self[index].content = draft.content
      self[index].updatedAt = write.queuedAt
    case FreeBoard.Endpoints.deletePost: remove(at: index)
    case FreeBoard.Endpoints.writeComment: self[index].commentCount += 1
    case FreeBoard.Endpoints.deleteComment: self[index].commentCount -= 1
    default: break
    }
  }
}

extension [Comment] {
  /// Applies a write that waits, as the server probably will.
  fileprivate mutating func apply(_ write: QueuedWrite, by me: Author, isLastPage: Bool) throws {
    switch write.endpoint {
    case FreeBoard.Endpoints.writeComment:
      guard let draft: CommentDraft = try write.body(), let id = write.localID else { return }
      let date = write.queuedAt
      let comment = Comment(
        id: id.integer,
        author: me,
        content: draft.content,
        parentID: draft.parentID,
        isMine: true,
        createdAt: date,
        updatedAt: date
      )
      if let parent = firstIndex(where: { $0.id == draft.parentID }) {
        self[parent].replies.append(comment)
      } else if isLastPage, draft.parentID == nil {
        append(comment)
      }
    case FreeBoard.Endpoints.editComment:
      guard let id: Comment.ID = try write.argument("commentID"), let changes: CommentChanges = try write.body() else {
        return
      }
      changeEach(id) { $0.content = changes.content }
    case FreeBoard.Endpoints.deleteComment:
      guard let id: Comment.ID = try write.argument("commentID") else { return }
      // A comment with replies keeps its place.
      changeEach(id) { comment in
        comment.status = .known(.deleted)
        comment.content = Comment.deletedText
      }
      removeAll { $0.id == id && $0.replies.isEmpty }
      for index in indices { self[index].replies.removeAll { $0.id == id } }
    default: break
    }
  }

  private mutating func changeEach(_ id: Comment.ID, _ change: (inout Comment) -> Void) {
    for index in indices {
      if self[index].id == id { change(&self[index]) }
      for reply in self[index].replies.indices where self[index].replies[reply].id == id {
        change(&self[index].replies[reply])
      }
    }
  }
}
