/// The number of a person of the community.
public typealias UserID = Int64

/// Who wrote something, as everybody sees them. On the wire the fields of an author stand beside the others of a post and of
/// a comment.
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

/// What a post and a comment keep of their author, each in a field of its own.
typealias AuthorFields = (id: UserID, nickname: String, imageURL: String?, thumbnailURL: String?)

extension Author {
  init(_ fields: AuthorFields) {
    self.init(id: fields.id, nickname: fields.nickname, imageURL: fields.imageURL, thumbnailURL: fields.thumbnailURL)
  }

  var fields: AuthorFields { (id, nickname, imageURL, thumbnailURL) }
}
