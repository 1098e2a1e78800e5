public import Naru

/// A part of the board, newest post first.
@Payload(init: true)
public struct PostPage: Sendable, Hashable, Paginated {
  /// The posts.
  public var items: [Post]
  /// Whether there are older ones.
  public var hasNext: Bool

  /// The posts.
  public var elements: [Post] { items }

  /// The page after this one.
  public func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? paging?.next : nil }
}

/// A part of the comments on a post, oldest first. Only those on the post itself count for its size; replies come nested.
@Payload(init: true)
public struct CommentPage: Sendable, Hashable, Paginated {
  /// The comments.
  public var items: [Comment]
  /// Whether the caller wrote the post.
  public var isMyPost: Bool
  /// Whether there are newer ones.
  public var hasNext: Bool

  /// The comments.
  public var elements: [Comment] { items }

  /// The page after this one.
  public func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? paging?.next : nil }
}
