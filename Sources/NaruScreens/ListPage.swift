public import Naru

/// A page of a list, or all pages of a list that are loaded so far.
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

  /// Removes an element and counts down ``total``. Does nothing if the element is missing.
  public mutating func remove(_ id: Element.ID) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items.remove(at: index)
    total = total.map { max(0, $0 - 1) }
  }

  /// Inserts a new element at the beginning and counts up ``total``.
  public mutating func insert(_ element: Element) {
    items.insert(element, at: 0)
    total = total.map { $0 + 1 }
  }

  /// Appends the new elements of the following page.
  mutating func append(_ page: ListPage, _ new: [Element]) {
    let known = Set(items.map(\.id))
    items += new.filter { !known.contains($0.id) }
    total = page.total ?? total
    // An empty page ends the list, even if the server announces more.
    hasMore = page.hasMore && !page.items.isEmpty
  }
}
