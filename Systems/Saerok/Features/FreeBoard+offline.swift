import Naru
public import NaruOffline
public import Saerok

extension FreeBoard {
  /// Returns the board as a device knows it: the server's last response with the signed-in user's queued changes on top.
  ///
  /// A post, a comment and a change of them is sent at once if possible. If not, it is queued, and a new one has a local id until the server
  /// has responded. By this ID it can be changed and deleted. Reports are not queued.
  ///
  /// ```swift
  /// let offline = try Offline(in: folder, for: user, client: client, options: .board)
  /// let model = FreeBoardModel(.offline(offline))
  /// ```
  public static func offline(_ offline: Offline) -> FreeBoard {
    // The name on the caller's new posts until the server has them.
    @Sendable func me() async -> Author {
      let profile = try? offline.cachedValues(of: Account.Endpoints.profile, as: Profile.self).first
      return Author(id: 0, nickname: profile?.nickname ?? "", imageURL: profile?.imageURL)
    }
    var posts = Overlay<[Post]>(offline)
    posts.insert(Endpoints.writePost) { (draft: PostDraft, write) in
      let date = write.queuedAt
      return Post(
        id: write.localID?.integer ?? 0,
        author: await me(),
        content: draft.content,
        isMine: true,
        createdAt: date,
        updatedAt: date
      )
    }
    posts.change(Endpoints.editPost) { (post: inout Post, draft: PostDraft, write) in
      post.content = draft.content
      post.updatedAt = write.queuedAt
    }
    posts.remove(Endpoints.deletePost)
    posts.apply(Endpoints.writeComment) { try $0.count(1, $1) }
    posts.apply(Endpoints.deleteComment) { try $0.count(-1, $1) }
    posts.check(Endpoints.writeComment) { _, write in
      guard let parent = try (write.body() as CommentDraft?)?.parentID else { return }
      let isReply = try offline.queuedWrites(rejected: false).contains {
        try $0.localID?.integer == parent && $0.body(as: CommentDraft.self)?.parentID != nil
      }
      guard !isReply else {
        throw APIError.invalidRequest([.korean: "답글에는 답글을 달 수 없습니다.", .english: "A reply can't have replies."])
      }
    }
    posts.predict(Endpoints.writePost) { WrittenPost(id: $0.localID?.integer ?? 0) }
    posts.predict(Endpoints.editPost) {
      try WrittenPost(id: $0.argument("postID") ?? 0, content: $0.body(as: PostDraft.self)?.content)
    }
    posts.predict(Endpoints.writeComment) { WrittenComment(id: $0.localID?.integer ?? 0) }
    posts.predict(Endpoints.editComment) {
      try WrittenComment(id: $0.argument("commentID") ?? 0, content: $0.body(as: CommentChanges.self)?.content)
    }
    let live: FreeBoard = posts.live()
    var board = live
    board.posts = { [posts] paging in
      let page = try await live.posts(paging)
      let isFirst = paging?.page ?? 1 == 1
      return PostPage(items: try await posts.shown(page.items, withNew: isFirst), hasNext: page.hasNext)
    }
    board.post = { [posts] id in try await posts.item(id, live.post) }
    board.comments = { [posts] postID, paging in
      var comments = Overlay<[Comment]>(offline)
      for endpoint in [Endpoints.writeComment, Endpoints.editComment, Endpoints.deleteComment] {
        comments.apply(endpoint) { comments, write in
          guard try write.argument("postID") == postID else { return }
          try comments.apply(write, by: await me())
        }
      }
      // A post that was written here and that the server does not have yet has only what is queued.
      let isLocal = try await posts.shown([], withNew: true).contains { $0.id == postID }
      var page =
        try await isLocal ? CommentPage(items: [], isMyPost: true, hasNext: false) : live.comments(postID, paging)
      let isLastPage = !page.hasNext
      page.items = try await comments.shown(page.items, withNew: true) { isLastPage || $0.id > 0 }
      return page
    }
    return board
  }
}

extension OfflineOptions {
  /// The cache of an app with the board. All changes of the board are sent in order, because a comment needs its post.
  public static var board: OfflineOptions {
    var options = OfflineOptions(contracts: [FreeBoard.self, Account.self])
    options.idNames = [FreeBoard.Endpoints.writePost: "postId", FreeBoard.Endpoints.writeComment: "commentId"]
    for write in FreeBoard.endpoints where write.method != .get { options.scopes[write] = "board" }
    return options
  }
}

extension [Post] {
  /// Counts a comment of a queued write.
  fileprivate mutating func count(_ difference: Int, _ write: QueuedWrite) throws {
    let id: Post.ID? = try write.argument("postID")
    if let index = firstIndex(where: { $0.id == id }) { self[index].commentCount += difference }
  }
}

extension [Comment] {
  /// Applies a write that waits, as the server probably will.
  fileprivate mutating func apply(_ write: QueuedWrite, by me: Author) throws {
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
      } else if draft.parentID == nil {
        append(comment)
      }
    case FreeBoard.Endpoints.editComment:
      guard let id: Comment.ID = try write.argument("commentID"), let changes: CommentChanges = try write.body() else {
        return
      }
      edit(id, content: changes.content)
    case FreeBoard.Endpoints.deleteComment:
      guard let id: Comment.ID = try write.argument("commentID") else { return }
      delete(id)
    default: break
    }
  }
}
