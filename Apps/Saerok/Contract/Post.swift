public import Foundation

/// The number of a person of the community.
public typealias UserID = Int64

/// Who wrote something, as everybody sees them.
public struct Author: Sendable, Hashable, Identifiable {
  /// The number of the person.
  public var id: UserID
  /// The name that the person goes by.
  public var nickname: String
  /// The address of the person's picture.
  public var imageURL: String?
  /// The address of a small picture.
  public var thumbnailURL: String?

  /// Somebody.
  public init(id: UserID, nickname: String, imageURL: String? = nil, thumbnailURL: String? = nil) {
    self.id = id
    self.nickname = nickname
    self.imageURL = imageURL
    self.thumbnailURL = thumbnailURL
  }
}

/// The fields of an author stand beside the others in a post and in a comment.
extension Author: Codable {
  /// Reads the fields.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try container.decode(UserID.self, forKey: .userId)
    nickname = try container.decode(String.self, forKey: .nickname)
    imageURL = try container.decodeIfPresent(String.self, forKey: .profileImageUrl)
    thumbnailURL = try container.decodeIfPresent(String.self, forKey: .thumbnailProfileImageUrl)
  }

  /// Writes the fields; what is not there is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .userId)
    try container.encode(nickname, forKey: .nickname)
    try container.encode(imageURL, forKey: .profileImageUrl)
    try container.encode(thumbnailURL, forKey: .thumbnailProfileImageUrl)
  }

  private enum Key: CodingKey { case userId, nickname, profileImageUrl, thumbnailProfileImageUrl }
}

/// A post of the free board.
public struct Post: Codable, Sendable, Hashable, Identifiable {
  /// The number of the post.
  public var id: Int64
  /// Who wrote it.
  public var author: Author
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
    self.author = author
    self.content = content
    self.commentCount = commentCount
    self.isMine = isMine
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Reads a post, and its author from the same object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int64.self, forKey: .id)
    author = try Author(from: decoder)
    content = try container.decode(String.self, forKey: .content)
    commentCount = try container.decode(Int.self, forKey: .commentCount)
    isMine = try container.decode(Bool.self, forKey: .isMine)
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    updatedAt = try container.decode(Date.self, forKey: .updatedAt)
  }

  /// Writes a post, and its author into the same object.
  public func encode(to encoder: any Encoder) throws {
    try author.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(content, forKey: .content)
    try container.encode(commentCount, forKey: .commentCount)
    try container.encode(isMine, forKey: .isMine)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }

  private enum CodingKeys: String, CodingKey {
    case id = "postId"
    case content
    case commentCount
    case isMine
    case createdAt
    case updatedAt
  }
}

/// What a post shall say.
public struct PostDraft: Codable, Sendable, Hashable {
  /// The text, 1…2000 characters, and not blank.
  public var content: String

  /// A text for a post.
  public init(content: String) {
    self.content = content
  }
}

/// What the board says of a post that was written or changed.
public struct WrittenPost: Codable, Sendable, Hashable, Identifiable {
  /// The number of the post.
  public var id: Int64
  /// The text as it is kept; `nil` for a new post.
  public var content: String?

  /// A post that was written or changed.
  public init(id: Int64, content: String? = nil) {
    self.id = id
    self.content = content
  }

  private enum CodingKeys: String, CodingKey {
    case id = "postId"
    case content
  }
}
