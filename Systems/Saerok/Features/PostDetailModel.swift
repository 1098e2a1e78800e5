public import Naru
public import Observation
public import Saerok
public import NaruScreens

/// The screen of one post with its comments.
@MainActor
@Observable
public final class PostDetailModel {
  /// Which post it is.
  public let id: Post.ID
  /// The post; `nil` until it is loaded.
  public var post: Post? { state.value.post }
  /// How far the screen is. ``LoadPhase/loaded`` without ``comments``: there are none.
  public var phase: LoadPhase { state.phase }
  /// What went wrong, or went well, with something that was tried.
  public var notice: Sentence? { state.notice }
  /// Whether the post is deleted: the screen can be left.
  public private(set) var isDeleted = false

  /// The comment that is being written.
  public var text = ""
  /// The comment to which it replies; `nil` for a comment on the post.
  public var replyTarget: Comment?
  /// Whether it is being sent.
  public private(set) var isSending = false

  private struct Content: Sendable {
    var post: Post?
    var comments: [Comment] = []
  }

  private let board: FreeBoard
  private let hidden: Set<UserID>
  private let state: Loaded<Content>

  /// A screen of a post.
  ///
  /// - Parameters:
  ///   - board: where the post is.
  ///   - id: the post.
  ///   - post: what is known of it already.
  ///   - hidden: whom the guest hid.
  public init(_ board: FreeBoard, id: Post.ID, known post: Post? = nil, hidden: Set<UserID> = []) {
    self.board = board
    self.id = id
    state = Loaded(Content(post: post))
    self.hidden = hidden
  }

  /// The comments, oldest first, with their replies, without those of hidden people.
  public var comments: [Comment] {
    guard !hidden.isEmpty else { return state.value.comments }
    return state.value.comments.filter { !hidden.contains($0.author.id) }.map { comment in
      var comment = comment
      comment.replies.removeAll { hidden.contains($0.author.id) }
      return comment
    }
  }

  /// Loads the post and all its comments, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await state.reload { [board, id] in
      async let comments = board.comments(postID: id)
      return Content(post: try await board.post(postID: id), comments: try await comments.items)
    }
  }

  /// Whether the comment can be sent.
  public var canSend: Bool { !isSending && text.contains { !$0.isWhitespace } && text.count <= 500 }

  /// Sends the comment, and then shows it where it belongs. If it can't be sent, the text stays.
  public func send() async {
    guard canSend else { return }
    isSending = true
    state.notice = nil
    defer { isSending = false }
    let sent = text
    do {
      // A reply to a reply is one to its comment.
      let parent = replyTarget.map { $0.parentID ?? $0.id }
      _ = try await board.writeComment(postID: id, draft: CommentDraft(content: sent, parentID: parent))
      // What was typed meanwhile is the next comment.
      if text == sent { text = "" }
      replyTarget = nil
    } catch {
      state.notice = NaruScreens.notice(error)
      return
    }
    await reload()
  }

  /// Changes a comment of one's own: on the screen at once, and back if the server does not.
  public func edit(_ commentID: Comment.ID, content: String) async {
    await attempt { comment in
      guard comment.id == commentID else { return comment }
      var comment = comment
      comment.content = content
      return comment
    } _: { [board, id] in
      _ = try await board.editComment(postID: id, commentID: commentID, changes: CommentChanges(content: content))
    }
  }

  /// Deletes a comment: from the screen at once, and back onto it if the server does not. One with replies keeps its place.
  public func delete(_ commentID: Comment.ID) async {
    await attempt { comment in
      guard comment.id == commentID else { return comment }
      guard !comment.replies.isEmpty else { return nil }
      var comment = comment
      comment.status = .known(.deleted)
      comment.content = Comment.deletedText
      return comment
    } _: { [board, id] in
      try await unlessGone { try await board.deleteComment(postID: id, commentID: commentID) }
    }
  }

  /// Deletes the post.
  public func deletePost() async {
    isDeleted = await state.change { _ in
    } sending: { [board, id] in
      try await unlessGone { try await board.deletePost(postID: id) }
    }
  }

  /// Reports the post, or a comment on it, and says what came of it.
  public func report(_ commentID: Comment.ID? = nil) async {
    state.notice = nil
    do {
      if let commentID {
        _ = try await board.reportComment(postID: id, commentID: commentID)
      } else {
        _ = try await board.reportPost(postID: id)
      }
      state.notice = Sentence(korean: "신고가 접수되었습니다.", english: "Your report has been received.")
    } catch {
      state.notice = NaruScreens.notice(error)
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    state.notice = nil
  }

  /// Changes comments and replies on the screen, `nil` for one that goes, and takes it back if the operation fails.
  private func attempt(
    _ change: @escaping (Comment) -> Comment?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await state.change {
      let before = $0.comments.readable
      $0.comments = $0.comments.compactMap { comment in
        var changed = change(comment)
        changed?.replies = comment.replies.compactMap(change)
        return changed
      }
      $0.post?.commentCount += $0.comments.readable - before
    } sending: {
      try await operation()
    }
  }
}

extension [Comment] {
  /// How many comments and replies can be read.
  fileprivate var readable: Int {
    reduce(0) { $0 + ($1.status == .known(.deleted) ? 0 : 1) + $1.replies.readable }
  }
}
