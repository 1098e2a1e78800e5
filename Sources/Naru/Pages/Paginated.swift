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
  /// - Returns: the position. `nil`, an empty string and an empty link mean that this is the last page.
  func next(after position: Position?, soFar count: Int) -> Position?
}

extension Optional where Wrapped: Hashable {
  /// Whether this was the last page. Some servers, such as Slack, then return an empty cursor instead of none.
  package var endsList: Bool { self == nil || self as? String == "" || (self as? PageLink)?.text == "" }
}

/// The number and the size of a page, which are sent either both or not at all: `Paged<Paging>?`.
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

// By hand, because this module also builds without macros.
extension Paging: Payload {
  /// Reads the fields `page` and `size`.
  ///
  /// - Throws: `JSONError` if one is missing or is not an integer.
  public init(from json: inout JSONReader) throws(JSONError) {
    var page: Int?
    var size: Int?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("page", at: 0, in: &fields) { page = try json.field(Int.self) }
      if json.matchesField("size", at: 1, in: &fields) { size = try json.field(Int.self) }
    }
    self.page = try json.required(page, "page", in: fields)
    self.size = try json.required(size, "size", in: fields)
  }

  /// Writes the fields `page` and `size`.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("page", page)
    try json.field("size", size)
    json.endObject()
  }

  /// The schema of an object with both numbers.
  public static var schema: Schema { .object(Self.self, [.field("page", Int.self), .field("size", Int.self)]) }
}

extension CountedList: Paginated {
  /// Returns the next number until ``total`` elements were loaded. Without a total, returns it until a page is empty.
  public func next(after position: Int?, soFar count: Int) -> Int? {
    guard !isEmpty, total.map({ count < $0 }) ?? true else { return nil }
    return (position ?? 1) + 1
  }
}
