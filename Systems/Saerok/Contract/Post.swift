public import Foundation
public import Naru

/// A post of the free board.
@Payload(nulls: true)
public struct Post: Sendable, Hashable, Identifiable {
  /// The post's id.
  @Key("postId") public var id: Int64
  /// The author's id.
  @Key("userId") var authorID: UserID
  /// The author's nickname.
  @Key("nickname") var authorName: String
  /// The URL of the author's picture.
  @Key("profileImageUrl") var authorImageURL: String?
  /// The URL of the author's thumbnail.
  @Key("thumbnailProfileImageUrl") var authorThumbnailURL: String?
  /// The content.
  public var content: String
  /// The number of comments that the caller can see, without deleted ones.
  public var commentCount: Int
  /// Whether the caller wrote it.
  public var isMine: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date

  /// Creates a post.
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

  /// The author.
  public var author: Author {
    get { Author((authorID, authorName, authorImageURL, authorThumbnailURL)) }
    set { (authorID, authorName, authorImageURL, authorThumbnailURL) = newValue.fields }
  }
}

/// The content of a new or changed post.
@Payload(init: true)
public struct PostDraft: Sendable, Hashable {
  /// The content: 1…2000 characters, not blank.
  @Constraints(.length(1...2000)) public var content: String
}

/// The response to a new or changed post.
@Payload(init: true)
public struct WrittenPost: Sendable, Hashable, Identifiable {
  /// The post's id.
  @Key("postId") public var id: Int64
  /// The stored content; `nil` for a new post.
  public var content: String?
}
