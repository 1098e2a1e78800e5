public import Naru

/// A page of a ``PagedList``.
public struct ListPage<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  /// The elements, in the server's order.
  public var items: [Element]
  /// The number of elements on all pages; `nil` if the server does not send it.
  public var total: Int?
  /// Whether more pages follow.
  public var hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - items: the elements.
  ///   - total: the number of elements on all pages, if it is known.
  ///   - hasMore: whether more pages follow.
  public init(_ items: [Element] = [], total: Int? = nil, hasMore: Bool = false) {
    (self.items, self.total, self.hasMore) = (items, total, hasMore)
  }

  /// Creates a page from a counted response.
  ///
  /// - Parameters:
  ///   - counted: the elements, and the number on all pages if the server sent it. Without it, a full page is taken to have a
  ///     successor.
  ///   - number: the number of the page, from 1.
  ///   - size: the number of elements on a full page.
  public init(_ counted: CountedList<Element>, number: Int, size: Int) where Element: Codable {
    let hasMore = counted.total.map { number * size < $0 } ?? (counted.count >= size)
    self.init(counted.elements, total: counted.total, hasMore: hasMore && !counted.isEmpty)
  }

  /// The number of the next page. An empty page ends the list, even if the server announces more.
  func next(after number: Int) -> Int? { hasMore && !items.isEmpty ? number + 1 : nil }
}
