public import Naru

/// The pages of a list as a value, for the state of any architecture: which page to request next, and the elements that were received.
///
/// ```swift
/// var books = PageState<Book, Int>(first: 1)
/// guard let request = books.began() else { return }  // a page is loading already, or there are no more
/// let page = try await api.books(page: request.position)
/// books.received(page.books, next: page.hasMore ? request.position + 1 : nil, for: request)
/// ```
///
/// The value makes no calls. Only the last request counts: a response to an earlier one changes nothing. If the first page has no
/// position, such as with cursors, the position is optional: `PageState<Book, String?>(first: nil)`.
public struct PageState<Item: Identifiable & Sendable, Position: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// The request of one page. Requests of a list differ, even those of the same page.
  public struct Request: Sendable, Hashable {
    /// The position of the page: a number, a cursor, or a link.
    public let position: Position
    /// Whether the page replaces all elements.
    public let isReload: Bool
    fileprivate let number: Int
  }

  /// The elements of all pages so far, in the server's order.
  public var items: [Item] = []
  /// The number of elements on all pages; `nil` if the server does not send it.
  public var total: Int?
  /// The position of the page after the last one received. `nil` if there are no more pages.
  public private(set) var next: Position?
  /// The request in flight. `nil` if no page is loading.
  public private(set) var request: Request?
  /// Why the last request failed. `nil` if it succeeded or was cancelled, and during a request.
  public private(set) var error: LocalizedMessage?
  private let first: Position
  private var requests = 0
  /// The last page, if it had no new element.
  private var known: Page?

  private struct Page: Hashable {
    let position: Position
    let ids: [Item.ID]
  }

  /// Creates a list without elements, whose next page is the first one.
  public init(first: Position) { (self.first, next) = (first, first) }

  /// Begins to load the page at a position, by default at ``next``. A reload begins with the first page again, which replaces all elements
  /// when it arrives, and abandons the request in flight.
  ///
  /// With numbered pages, the elements after a removed one move up: use `items.count / pageSize + 1` then. Known elements are left out.
  ///
  /// - Returns: the request to send. `nil` if a page is loading already or there are no more pages.
  public mutating func began(at position: Position? = nil, reload: Bool = false) -> Request? {
    guard reload || request == nil, let next = reload ? first : next.map({ position ?? $0 }) else { return nil }
    requests += 1
    (request, error) = (Request(position: next, isReload: reload, number: requests), nil)
    return request
  }

  /// Adds the elements of a page, except for known ones. Does nothing if the request is not the one in flight. `next` is the position of
  /// the next page; `nil`, an empty cursor and this page's position, which would never end, end the list. So does a second page with the same known
  /// elements: some servers respond with their last page to every position after it.
  public mutating func received(_ page: [Item], total: Int? = nil, next: Position?, for request: Request) {
    guard request == self.request else { return }
    if request.isReload { (items, self.total) = ([], nil) }
    let count = items.count
    var ids = Set(items.map(\.id))
    items += page.filter { ids.insert($0.id).inserted }
    self.total = total ?? self.total
    let last = known
    known = page.isEmpty || items.count > count ? nil : Page(position: request.position, ids: page.map(\.id))
    let isRepeated = known.map { $0.ids == last?.ids && $0.position != last?.position } ?? false
    self.next = next == request.position || next.endsList || isRepeated ? nil : next
    self.request = nil
  }

  /// Adds the elements of a page of a list whose first page has no position.
  public mutating func received<Cursor>(_ page: [Item], total: Int? = nil, next: Cursor?, for request: Request)
  where Position == Cursor? {
    received(page, total: total, next: next.map { Optional($0) }, for: request)
  }

  /// Ends a request that failed; the page can be requested again. Does nothing if the request is not the one in flight.
  public mutating func failed(_ error: any Error, for request: Request) {
    guard request == self.request else { return }
    (self.request, self.error) = (nil, LocalizedMessage(explaining: error))
  }

  /// Abandons the request in flight, whose response then changes nothing, and forgets the last error.
  public mutating func cancel() { (request, error) = (nil, nil) }

  /// Removes all elements. No page follows until a reload begins.
  public mutating func clear() {
    cancel()
    (items, total, next) = ([], nil, nil)
  }

  /// Removes an element and counts down ``total``. Does nothing if the element is missing.
  public mutating func remove(_ id: Item.ID) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items.remove(at: index)
    total = total.map { max(0, $0 - 1) }
  }

  /// Inserts a new element at the beginning and counts up ``total``.
  public mutating func insert(_ element: Item) {
    items.insert(element, at: 0)
    total = total.map { $0 + 1 }
  }
}

extension PageState: Equatable where Item: Equatable {}
