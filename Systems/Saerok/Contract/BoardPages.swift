public import Naru

/// A page of posts, newest first.
@Payload(init: true)
public struct PostPage: Sendable, Hashable, Paginated {
  /// The posts of the page.
  public var items: [Post]
  /// Whether older posts follow.
  public var hasNext: Bool

  /// The posts of the page.
  public var elements: [Post] { items }

  /// The page after this one.
  public func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? (paging ?? .standard).next : nil }
}

/// A page of the comments on a post, oldest first. Replies are nested and don't count for the page's size.
@Payload(init: true)
public struct CommentPage: Sendable, Hashable, Paginated {
  /// The comments of the page.
  public var items: [Comment]
  /// Whether the caller wrote the post.
  public var isMyPost: Bool
  /// Whether newer comments follow.
  public var hasNext: Bool

  /// The comments of the page.
  public var elements: [Comment] { items }

  /// The page after this one.
  public func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? (paging ?? .standard).next : nil }
}

extension Paging {
  /// The page that the server returns if none is requested.
  package static let standard = Paging(page: 1, size: 100)
}
