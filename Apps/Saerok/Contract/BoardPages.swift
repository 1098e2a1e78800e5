public import Naru

/// A part of the board, newest post first.
public struct PostPage: Codable, Sendable, Hashable, Paginated {
  /// The posts.
  public var items: [Post]
  /// Whether there are older ones.
  public var hasNext: Bool

  /// A page.
  public init(items: [Post], hasNext: Bool) {
    self.items = items
    self.hasNext = hasNext
  }

  /// The posts.
  public var elements: [Post] { items }

  /// The page after this one.
  public func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? paging?.next : nil }
}

/// A part of the comments on a post, oldest first. Only those on the post itself count for its size; replies come nested.
public struct CommentPage: Codable, Sendable, Hashable, Paginated {
  /// The comments.
  public var items: [Comment]
  /// Whether the caller wrote the post.
  public var isMyPost: Bool
  /// Whether there are newer ones.
  public var hasNext: Bool

  /// A page.
  public init(items: [Comment], isMyPost: Bool, hasNext: Bool) {
    self.items = items
    self.isMyPost = isMyPost
    self.hasNext = hasNext
  }

  /// The comments.
  public var elements: [Comment] { items }

  /// The page after this one.
  public func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? paging?.next : nil }
}
