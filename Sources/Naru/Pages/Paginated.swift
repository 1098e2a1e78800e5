/// A page of a list, which knows what asks for the page after it.
///
/// ```swift
/// extension PostPage: Paginated {  // {"items": […], "hasNext": true}
///   var elements: [Post] { items }
///   func next(after paging: Paging?, soFar count: Int) -> Paging? { hasNext ? paging?.next : nil }
/// }
///
/// extension RecordPage: Paginated {  // {"records": […], "cursor": "…"}
///   var elements: [Record] { records }
///   func next(after position: String?, soFar count: Int) -> String? { cursor }
/// }
/// ```
///
/// ``Counted`` is one: page numbers, and `X-Total-Count`.
public protocol Paginated: Sendable {
  /// What the list is of.
  associatedtype Element: Sendable
  /// What asks for a page: a number, a cursor, or a struct of a page and a size.
  associatedtype Position: Hashable & Sendable

  /// The elements of this page.
  var elements: [Element] { get }

  /// What asks for the page after this one. `nil` if this is the last one.
  ///
  /// - Parameters:
  ///   - position: what asked for this page. `nil` where it was left out: the first page, or the whole list.
  ///   - count: how many elements there were so far, with those of this page.
  func next(after position: Position?, soFar count: Int) -> Position?
}

/// A page by its number and its size, which are sent both or not at all: `Paged<Paging>?`.
@Payload
public struct Paging: Sendable, Hashable {
  /// The number of the page, from 1.
  public var page: Int
  /// How many elements a page has.
  public var size: Int

  /// A page.
  public init(page: Int = 1, size: Int) {
    self.page = page
    self.size = size
  }

  /// The page after this one.
  public var next: Paging { Paging(page: page + 1, size: size) }
}

extension Counted: Paginated {
  /// The next number, as long as not all of ``total`` are there. Without a total, as long as the page has elements.
  public func next(after position: Int?, soFar count: Int) -> Int? {
    guard !isEmpty, total.map({ count < $0 }) ?? true else { return nil }
    return (position ?? 1) + 1
  }
}
