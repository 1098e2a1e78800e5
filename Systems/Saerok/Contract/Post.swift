public import Foundation
public import Naru

/// A post of the free board.
@Payload(nulls: true)
public struct Post: Sendable, Hashable, Identifiable {
  /// The number of the post.
  @Key("postId") public var id: Int64
  /// The number of the author.
  @Key("userId") var authorID: UserID
  /// The name that the author goes by.
  @Key("nickname") var authorName: String
  /// The address of the author's picture.
  @Key("profileImageUrl") var authorImageURL: String?
  /// The address of a small picture of the author.
  @Key("thumbnailProfileImageUrl") var authorThumbnailURL: String?
  /// The text.
  public var content: String
  /// How many comments the caller can see; deleted ones don't count.
  public var commentCount: Int
  /// Whether the caller wrote it.
  public var isMine: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date

  /// A post.
  public init(
    id: Int64,
    author: Author,
    content: String,
    commentCount: Int = 0,
    isMine: Bool = false,
    createdAt: Date,
    updatedAt: Date
  ) {
    self.id = id
    (authorID, authorName, authorImageURL, authorThumbnailURL) = author.fields
    self.content = content
    self.commentCount = commentCount
    self.isMine = isMine
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Who wrote it.
  public var author: Author {
    get { Author((authorID, authorName, authorImageURL, authorThumbnailURL)) }
    set { (authorID, authorName, authorImageURL, authorThumbnailURL) = newValue.fields }
  }
}

/// What a post shall say.
@Payload(init: true)
public struct PostDraft: Sendable, Hashable {
  /// The text, 1…2000 characters, and not blank.
  public var content: String
}

/// What the board says of a post that was written or changed.
@Payload(init: true)
public struct WrittenPost: Sendable, Hashable, Identifiable {
  /// The number of the post.
  @Key("postId") public var id: Int64
  /// The text as it is kept; `nil` for a new post.
  public var content: String?
}
