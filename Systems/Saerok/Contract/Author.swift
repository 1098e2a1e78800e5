/// The id of a user of the community.
public typealias UserID = Int64

/// The public profile of an author. On the wire, its fields are part of a post or a comment.
public struct Author: Sendable, Hashable, Identifiable {
  /// The user's id.
  public var id: UserID
  /// The user's nickname.
  public var nickname: String
  /// The URL of the user's picture.
  public var imageURL: String?
  /// The URL of a thumbnail.
  public var thumbnailURL: String?

  /// Creates an author.
  public init(id: UserID, nickname: String, imageURL: String? = nil, thumbnailURL: String? = nil) {
    self.id = id
    self.nickname = nickname
    self.imageURL = imageURL
    self.thumbnailURL = thumbnailURL
  }
}

/// The fields of an author in a post and in a comment.
typealias AuthorFields = (id: UserID, nickname: String, imageURL: String?, thumbnailURL: String?)

extension Author {
  init(_ fields: AuthorFields) {
    self.init(id: fields.id, nickname: fields.nickname, imageURL: fields.imageURL, thumbnailURL: fields.thumbnailURL)
  }

  var fields: AuthorFields { (id, nickname, imageURL, thumbnailURL) }
}
