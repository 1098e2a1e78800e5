/// A page of a list that knows the position of the next page.
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
/// ``CountedList`` conforms to it, with page numbers and `X-Total-Count`.
public protocol Paginated: Sendable {
  /// An element of the list.
  associatedtype Element: Sendable
  /// The position of a page: a number, a cursor, or a struct of a page and a size.
  associatedtype Position: Hashable & Sendable

  /// The elements of this page.
  var elements: [Element] { get }

  /// Returns the position of the next page.
  ///
  /// - Parameters:
  ///   - position: the position of this page. `nil` if it was left out: the first page, or the whole list.
  ///   - count: the number of elements so far, including this page's.
  /// - Returns: the position. `nil` if this is the last page.
  func next(after position: Position?, soFar count: Int) -> Position?
}

/// The number and the size of a page, which are sent either both or not at all: `Paged<Paging>?`.
@Payload
public struct Paging: Sendable, Hashable {
  /// The number of the page, from 1.
  public var page: Int
  /// The number of elements of a page.
  public var size: Int

  /// Creates the position of a page.
  public init(page: Int = 1, size: Int) {
    self.page = page
    self.size = size
  }

  /// The next page.
  public var next: Paging { Paging(page: page + 1, size: size) }
}

extension CountedList: Paginated {
  /// Returns the next number until ``total`` elements were loaded. Without a total, returns it until a page is empty.
  public func next(after position: Int?, soFar count: Int) -> Int? {
    guard !isEmpty, total.map({ count < $0 }) ?? true else { return nil }
    return (position ?? 1) + 1
  }
}
