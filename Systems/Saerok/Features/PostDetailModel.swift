import Naru
public import NaruScreens
public import Observation
public import Saerok

/// The screen of a post with its comments.
@MainActor
@Observable
public final class PostDetailModel {
  /// A post and its comments.
  public struct Content: Sendable {
    /// The post; `nil` before it is loaded.
    public fileprivate(set) var post: Post?
    /// The comments, oldest first, with their replies.
    public fileprivate(set) var comments: [Comment] = []
  }

  /// The post's id.
  public let id: Post.ID
  /// The post and its comments, including hidden users' comments. Its notice also confirms a report.
  public let content: Loaded<Content>
  /// Whether the post is deleted, so that the screen can close.
  public private(set) var isDeleted = false

  /// The content of a new comment.
  public var text = ""
  /// The comment to reply to; `nil` for a comment on the post.
  public var replyTarget: Comment?
  /// Whether the new comment is being sent.
  public private(set) var isSending = false

  private let board: FreeBoard
  private let hidden: Set<UserID>

  /// Creates a screen of a post, which may be known already, without the comments of users whom a guest has hidden.
  public init(_ board: FreeBoard, id: Post.ID, known post: Post? = nil, hidden: Set<UserID> = []) {
    self.board = board
    self.id = id
    content = Loaded(Content(post: post))
    self.hidden = hidden
  }

  /// The post; `nil` before it is loaded.
  public var post: Post? { content.value.post }

  /// The comments, oldest first, with their replies, excluding hidden users' comments.
  public var comments: [Comment] {
    guard !hidden.isEmpty else { return content.value.comments }
    return content.value.comments.filter { !hidden.contains($0.author.id) }.map { comment in
      var comment = comment
      comment.replies.removeAll { hidden.contains($0.author.id) }
      return comment
    }
  }

  /// Loads the post and all its comments, for the first time or again.
  public func reload() async {
    await content.reload { [board, id] in
      async let post = board.post(postID: id)
      let comments: [Comment] = try await board.commentsPages(postID: id).elements.reduce(into: []) { $0.append($1) }
      return Content(post: try await post, comments: comments)
    }
  }

  /// Whether the new comment can be sent.
  public var canSend: Bool { !isSending && text.contains { !$0.isWhitespace } && text.count <= 500 }

  /// Sends the new comment and reloads. If it can't be sent, the content stays.
  public func send() async {
    guard canSend else { return }
    isSending = true
    content.alertMessage = nil
    defer { isSending = false }
    let sent = text
    do {
      // A reply to a reply becomes a reply to its comment.
      let parent = replyTarget.map { $0.parentID ?? $0.id }
      _ = try await board.writeComment(postID: id, draft: CommentDraft(content: sent, parentID: parent))
      // Text typed in the meantime is the next comment.
      if text == sent { text = "" }
      replyTarget = nil
    } catch {
      content.alertMessage = LocalizedMessage(explaining: error)
      return
    }
    await reload()
  }

  /// Changes the content of one of the caller's own comments.
  public func edit(_ commentID: Comment.ID, content: String) async {
    await change {
      $0.edit(commentID, content: content)
    } send: { [board, id] in
      _ = try await board.editComment(postID: id, commentID: commentID, changes: CommentChanges(content: content))
    }
  }

  /// Deletes a comment. A comment with replies keeps its place.
  public func delete(_ commentID: Comment.ID) async {
    await change {
      $0.delete(commentID)
    } send: { [board, id] in
      try await APIError.ignoring(.notFound) { try await board.deleteComment(postID: id, commentID: commentID) }
    }
  }

  /// Deletes the post.
  public func deletePost() async {
    isDeleted = await content.update { _ in
    } send: { [board, id] in
      try await APIError.ignoring(.notFound) { try await board.deletePost(postID: id) }
    }
  }

  /// Reports the post, or a comment on it, and shows the result as a notice.
  public func report(_ commentID: Comment.ID? = nil) async {
    content.alertMessage = nil
    do {
      if let commentID {
        _ = try await board.reportComment(postID: id, commentID: commentID)
      } else {
        _ = try await board.reportPost(postID: id)
      }
      content.alertMessage = LocalizedMessage(korean: "신고가 접수되었습니다.", english: "Your report has been received.")
    } catch {
      content.alertMessage = LocalizedMessage(explaining: error)
    }
  }

  /// Changes or removes comments and replies optimistically.
  private func change(
    _ change: @escaping (inout [Comment]) -> Void,
    send operation: @escaping @Sendable () async throws -> Void
  ) async {
    await content.update {
      let before = $0.comments.readable
      change(&$0.comments)
      $0.post?.commentCount += $0.comments.readable - before
    } send: {
      try await operation()
    }
  }
}

extension [Comment] {
  /// The number of comments and replies that are not deleted.
  fileprivate var readable: Int {
    reduce(0) { $0 + ($1.status == .known(.deleted) ? 0 : 1) + $1.replies.readable }
  }
}
