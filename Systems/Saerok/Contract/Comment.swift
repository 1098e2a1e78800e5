public import Foundation
public import Naru

/// A comment on a post, or a reply to one.
@Payload(nulls: true)
public struct Comment: Sendable, Hashable, Identifiable {
  /// Whether a comment can be read.
  @Payload
  public enum Status: String, Sendable, CaseIterable {
    /// It can.
    case active = "ACTIVE"
    /// It was deleted, and stays because somebody replied. ``Comment/content`` is a fixed text.
    case deleted = "DELETED"
    /// It was hidden by the people who keep the board.
    case banned = "BANNED"
  }

  /// The number of the comment.
  @Key("commentId") public var id: Int64
  /// The number of the author.
  @Key("userId") var authorID: UserID
  /// The name that the author goes by.
  @Key("nickname") var authorName: String
  /// The address of the author's picture.
  @Key("profileImageUrl") var authorImageURL: String?
  /// The address of a small picture of the author.
  @Key("thumbnailProfileImageUrl") var authorThumbnailURL: String?
  /// The text; a fixed one where the comment was deleted.
  public var content: String
  /// Whether it can be read. The server may know more states than this app.
  public var status: Open<Status>
  /// The comment that it replies to.
  @Key("parentId") public var parentID: Comment.ID?
  /// Whether the caller wrote it.
  public var isMine: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date
  /// The replies, oldest first. A reply has none.
  public var replies: [Comment] = []

  /// A comment.
  public init(
    id: Int64,
    author: Author,
    content: String,
    status: Open<Status> = .known(.active),
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

  /// Who wrote it.
  public var author: Author {
    get { Author((authorID, authorName, authorImageURL, authorThumbnailURL)) }
    set { (authorID, authorName, authorImageURL, authorThumbnailURL) = newValue.fields }
  }
}

/// What a new comment shall say, and to what.
@Payload(init: true)
public struct CommentDraft: Sendable, Hashable {
  /// The text, 1…500 characters, and not blank.
  public var content: String
  /// The comment that it replies to; not a reply itself. `nil` for a comment on the post.
  @Key("parentId") public var parentID: Comment.ID?
}

/// What a comment shall say from now on.
@Payload(init: true)
public struct CommentChanges: Sendable, Hashable {
  /// The text, 1…500 characters, and not blank.
  public var content: String
}

/// What the board says of a comment that was written or changed.
@Payload(init: true)
public struct WrittenComment: Sendable, Hashable, Identifiable {
  /// The number of the comment.
  @Key("commentId") public var id: Int64
  /// The text as it is kept; `nil` for a new comment.
  public var content: String?
}

/// How many comments of a post can be read.
@Payload(init: true)
public struct CommentCount: Sendable, Hashable {
  /// The number of comments and replies; deleted ones don't count.
  public var count: Int
}

/// A report that was taken.
@Payload(init: true)
public struct Report: Sendable, Hashable, Identifiable {
  /// The number of the report.
  @Key("reportId") public var id: Int64
}
