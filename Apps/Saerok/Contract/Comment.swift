public import Foundation
public import Naru
import Rules

/// A comment on a post, or a reply to one.
public struct Comment: Codable, Sendable, Hashable, Identifiable {
  /// Whether a comment can be read.
  public enum Status: String, Codable, Sendable, CaseIterable {
    /// It can.
    case active = "ACTIVE"
    /// It was deleted, and stays because somebody replied. ``Comment/content`` is a fixed text.
    case deleted = "DELETED"
    /// It was hidden by the people who keep the board.
    case banned = "BANNED"
  }

  /// The number of the comment.
  public var id: Int64
  /// Who wrote it.
  public var author: Author
  /// The text; a fixed one where the comment was deleted.
  public var content: String
  /// Whether it can be read. The server may know more states than this app.
  public var status: Open<Status>
  /// The comment that it replies to.
  public var parentID: Comment.ID?
  /// Whether the caller wrote it.
  public var isMine: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date
  /// The replies, oldest first. A reply has none.
  public var replies: [Comment]

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
    self.author = author
    self.content = content
    self.status = status
    self.parentID = parentID
    self.isMine = isMine
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.replies = replies
  }

  /// Reads a comment, and its author from the same object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int64.self, forKey: .id)
    author = try Author(from: decoder)
    content = try container.decode(String.self, forKey: .content)
    status = try container.decode(Open<Status>.self, forKey: .status)
    parentID = try container.decodeIfPresent(Int64.self, forKey: .parentID)
    isMine = try container.decode(Bool.self, forKey: .isMine)
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    updatedAt = try container.decode(Date.self, forKey: .updatedAt)
    replies = try container.decodeIfPresent([Comment].self, forKey: .replies) ?? []
  }

  /// Writes a comment, and its author into the same object.
  public func encode(to encoder: any Encoder) throws {
    try author.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(content, forKey: .content)
    try container.encode(status, forKey: .status)
    try container.encode(parentID, forKey: .parentID)
    try container.encode(isMine, forKey: .isMine)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(replies, forKey: .replies)
  }

  private enum CodingKeys: String, CodingKey {
    case id = "commentId"
    case content
    case status
    case parentID = "parentId"
    case isMine
    case createdAt
    case updatedAt
    case replies
  }
}

/// What a new comment shall say, and to what.
public struct CommentDraft: Codable, Sendable, Hashable {
  /// The text, 1…500 characters, and not blank.
  public var content: String
  /// The comment that it replies to; not a reply itself. `nil` for a comment on the post.
  public var parentID: Comment.ID?

  /// A text for a comment.
  public init(content: String, parentID: Comment.ID? = nil) {
    self.content = content
    self.parentID = parentID
  }

  /// Reads a draft. A parent that is no whole number is an error that names it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    content = try container.decode(String.self, forKey: .content)
    parentID = try container.decodeWholeIfPresent(Int64.self, forKey: .parentID)
  }

  private enum CodingKeys: String, CodingKey {
    case content
    case parentID = "parentId"
  }
}

/// What a comment shall say from now on.
public struct CommentChanges: Codable, Sendable, Hashable {
  /// The text, 1…500 characters, and not blank.
  public var content: String

  /// A new text for a comment.
  public init(content: String) {
    self.content = content
  }
}

/// What the board says of a comment that was written or changed.
public struct WrittenComment: Codable, Sendable, Hashable, Identifiable {
  /// The number of the comment.
  public var id: Int64
  /// The text as it is kept; `nil` for a new comment.
  public var content: String?

  /// A comment that was written or changed.
  public init(id: Int64, content: String? = nil) {
    self.id = id
    self.content = content
  }

  private enum CodingKeys: String, CodingKey {
    case id = "commentId"
    case content
  }
}

/// How many comments of a post can be read.
public struct CommentCount: Codable, Sendable, Hashable {
  /// The number of comments and replies; deleted ones don't count.
  public var count: Int

  /// A number of comments.
  public init(count: Int) {
    self.count = count
  }
}

/// A report that was taken.
public struct Report: Codable, Sendable, Hashable, Identifiable {
  /// The number of the report.
  public var id: Int64

  /// A report.
  public init(id: Int64) {
    self.id = id
  }

  private enum CodingKeys: String, CodingKey {
    case id = "reportId"
  }
}
