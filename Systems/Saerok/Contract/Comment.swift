public import Foundation
public import Naru

/// A comment on a post, or a reply to one.
@Payload(nulls: true)
public struct Comment: Sendable, Hashable, Identifiable {
  /// The visibility of a comment.
  @Payload
  public enum Status: String, Sendable, CaseIterable {
    /// The comment is visible.
    case active = "ACTIVE"
    /// The author deleted the comment, but it has replies. ``Comment/content`` is ``Comment/deletedText``.
    case deleted = "DELETED"
    /// A moderator hid the comment.
    case banned = "BANNED"
  }

  /// The comment's id.
  @Key("commentId") public var id: Int64
  /// The author's id.
  @Key("userId") var authorID: UserID
  /// The author's nickname.
  @Key("nickname") var authorName: String
  /// The URL of the author's picture.
  @Key("profileImageUrl") var authorImageURL: String?
  /// The URL of the author's thumbnail.
  @Key("thumbnailProfileImageUrl") var authorThumbnailURL: String?
  /// The content; ``deletedText`` if the comment was deleted.
  public var content: String
  /// The visibility. The server may send values that this app does not know.
  public var status: ExtensibleEnum<Status>
  /// The ID of the comment that it replies to.
  @Key("parentId") public var parentID: Comment.ID?
  /// Whether the caller wrote it.
  public var isMine: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date
  /// The replies, oldest first. A reply has none.
  public var replies: [Comment] = []

  /// Creates a comment.
  public init(
    id: Int64,
    author: Author,
    content: String,
    status: ExtensibleEnum<Status> = .known(.active),
    parentID: Comment.ID? = nil,
    isMine: Bool = false,
    createdAt: Date,
    updatedAt: Date,
    replies: [Comment] = []
  ) {
    self.id = id
    (authorID, authorName, authorImageURL, authorThumbnailURL) = author.fields
    self.content = content
    self.status = status
    self.parentID = parentID
    self.isMine = isMine
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.replies = replies
  }

  /// The author.
  public var author: Author {
    get { Author((authorID, authorName, authorImageURL, authorThumbnailURL)) }
    set { (authorID, authorName, authorImageURL, authorThumbnailURL) = newValue.fields }
  }
}

extension Comment {
  /// The content of a deleted comment, on the server and in an app that shows the deletion at once.
  public static let deletedText = "삭제된 댓글입니다."
}

/// A new comment.
@Payload(init: true)
public struct CommentDraft: Sendable, Hashable {
  /// The content: 1…500 characters, not blank.
  @Constraints(.length(1...500)) public var content: String
  /// The ID of the comment that it replies to, which can't be a reply itself. It is `nil` for a comment on the post.
  @Key("parentId") public var parentID: Comment.ID?
}

/// Changes of a comment.
@Payload(init: true)
public struct CommentChanges: Sendable, Hashable {
  /// The content: 1…500 characters, not blank.
  @Constraints(.length(1...500)) public var content: String
}

/// The response to a new or changed comment.
@Payload(init: true)
public struct WrittenComment: Sendable, Hashable, Identifiable {
  /// The comment's id.
  @Key("commentId") public var id: Int64
  /// The stored content; `nil` for a new comment.
  public var content: String?
}

/// The number of comments on a post.
@Payload(init: true)
public struct CommentCount: Sendable, Hashable {
  /// The number of comments and replies, without deleted ones.
  public var count: Int
}

/// An accepted report.
@Payload(init: true)
public struct Report: Sendable, Hashable, Identifiable {
  /// The report's id.
  @Key("reportId") public var id: Int64
}
