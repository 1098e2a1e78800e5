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
  public func next(after paging: BoardPaging?, soFar count: Int) -> BoardPaging? {
    hasNext ? (paging ?? .standard).next : nil
  }
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
  public func next(after paging: BoardPaging?, soFar count: Int) -> BoardPaging? {
    hasNext ? (paging ?? .standard).next : nil
  }
}

/// The number and the size of a page, which are sent either both or not at all.
@Payload
public struct BoardPaging: Sendable, Hashable {
  /// The number of the page, from 1.
  @Constraints(.range(1...2_147_483_647)) public var page: Int
  /// The number of elements of a page, 1…100.
  @Constraints(.range(1...100)) public var size: Int

  /// Creates the position of a page.
  public init(page: Int = 1, size: Int) {
    self.page = page
    self.size = size
  }

  /// The next page.
  public var next: BoardPaging { BoardPaging(page: page + 1, size: size) }

  /// The page that the server returns if none is requested.
  package static let standard = BoardPaging(page: 1, size: 100)
}
