public import Foundation
public import Naru
public import Observation

/// A list that loads page by page while the user scrolls.
///
/// ```swift
/// let books = PagedList<Book>(pageSize: 20) { number, size in
///   ListPage(try await api.books(page: number, limit: size), number: number, size: size)
/// }
/// await books.reload()
/// ```
///
/// The page size and the page number are the server's; elements that moved between two requests appear once. A page that would be loaded for
/// another user than the first one is an error. Call ``reset()`` when a user signs out.
@MainActor
@Observable
public final class PagedList<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// Requests a page by its number, from 1, and its size.
  public typealias Source = @concurrent @Sendable (_ number: Int, _ size: Int) async throws -> ListPage<Element>

  /// The loaded pages with their pending changes, for changes of your own.
  public let content: Loaded<PageState<Element, Int>>
  /// Selects the elements to show; `nil` shows all of them. ``loadMore()`` continues until it finds an element to show.
  public var filter: ((Element) -> Bool)?

  @ObservationIgnored private var source: Source?
  /// The user of the loaded pages.
  @ObservationIgnored private var user = SameUser()
  private let pageSize: Int
  private let isBefore: (Element, Element) -> Bool

  /// Creates a list that is not loaded yet.
  ///
  /// - Parameters:
  ///   - pageSize: the number of elements on a full page.
  ///   - isBefore: whether the list's order puts the first element before the second. An element of a later page that belongs
  ///     before the last loaded one was added in the meantime; it is left out until the next reload.
  ///   - source: requests a page.
  public convenience init(
    pageSize: Int,
    isBefore: @escaping (Element, Element) -> Bool = { _, _ in false },
    source: @escaping Source
  ) {
    self.init(pageSize: pageSize, isBefore: isBefore)
    self.source = source
  }

  /// Creates a list whose source is passed to ``reload(preservingPosition:_:)``, because it changes.
  ///
  /// - Parameters:
  ///   - pageSize: the number of elements on a full page.
  ///   - isBefore: whether the list's order puts the first element before the second.
  public init(pageSize: Int, isBefore: @escaping (Element, Element) -> Bool = { _, _ in false }) {
    self.pageSize = pageSize
    self.isBefore = isBefore
    content = Loaded(PageState(first: 1))
    clear()
  }

  /// The state of the most recent load.
  public var phase: LoadPhase { content.phase }
  /// When the shown content was received, if it comes from a cache; see ``Loaded/cachedAt``.
  public var cachedAt: Date? { content.cachedAt }
  /// The elements to show.
  public var items: [Element] {
    guard let filter else { return content.value.items }
    return content.value.items.filter(filter)
  }
  /// The number of elements on all pages; `nil` if it is unknown.
  public var total: Int? { content.value.total }
  /// Whether more pages follow.
  public var hasMore: Bool { content.value.next != nil }
  /// Whether the next page is loading.
  public var isLoadingMore: Bool { content.settled.request != nil }
  /// Why the next page could not be loaded. The next call of ``loadMore()`` tries again.
  public var moreError: LocalizedMessage? { content.settled.error }
  /// Why the last change failed. Set it to `nil` when the user has read it.
  public var alertMessage: LocalizedMessage? {
    get { content.alertMessage }
    set { content.alertMessage = newValue }
  }

  /// Loads the list from its last source, for the first time or again. Does nothing without a source.
  ///
  /// - Parameter preservingPosition: whether to load as many elements as before, so that a user who has scrolled down stays there.
  public func reload(preservingPosition: Bool = true) async {
    if let source { await reload(preservingPosition: preservingPosition, source) }
  }

  /// Loads the list, for the first time or again, and remembers the source for later pages.
  ///
  /// - Parameters:
  ///   - preservingPosition: whether to load as many elements as before, so that a user who has scrolled down stays there.
  ///   - source: requests a page.
  public func reload(preservingPosition: Bool = true, _ source: @escaping Source) async {
    self.source = source
    let wanted = preservingPosition ? content.settled.items.count : 0
    content.reconcile { $0.cancel() }
    let user = SameUser()
    self.user = user
    await content.reload { [pageSize, settled = content.settled] in
      var pages = settled
      var request = pages.began(reload: true)
      while let requested = request {
        let page = try await user.of { try await source(requested.position, pageSize) }
        pages.received(page.items, total: page.total, next: page.next(after: requested.position), for: requested)
        request = pages.items.count < wanted ? pages.began() : nil
      }
      return pages
    }
    if filter != nil, items.isEmpty { await loadMore() }
  }

  /// Empties the list; it is not loaded any more.
  public func reset() {
    clear()
    content.reset(to: content.settled)
  }

  /// Empties the list and keeps its phase.
  public func clear() {
    content.reconcile { $0.clear() }
  }

  /// Loads the next page when one of the last five shown elements appears on the screen.
  ///
  /// - Parameter element: the element that appeared.
  public func itemAppeared(_ element: Element) async {
    if items.suffix(5).contains(where: { $0.id == element.id }) { await loadMore() }
  }

  /// Loads the next page, unless there is none or it is loading already.
  ///
  /// With a ``filter``, it loads further pages until it finds an element to show.
  public func loadMore() async {
    guard let source, phase == .loaded else { return }
    // Elements that were added or removed in the meantime shift the others: a page may begin with known elements.
    var request = begin(at: content.settled.items.count / pageSize + 1)
    while let requested = request {
      do {
        let page = try await user.of { try await source(requested.position, pageSize) }
        guard content.settled.request == requested else { return }
        let (count, last) = (content.settled.items.count, content.settled.items.last)
        let new = page.items.filter { element in !(last.map { isBefore(element, $0) } ?? false) }
        content.reconcile {
          $0.received(new, total: page.total, next: page.next(after: requested.position), for: requested)
        }
        let found = content.settled.items.dropFirst(count).contains { filter?($0) ?? true }
        request = found ? nil : begin()
      } catch {
        guard content.settled.request == requested else { return }
        return content.reconcile { $0.failed(error, for: requested) }
      }
    }
  }

  /// Begins to load a page of the settled content.
  private func begin(at position: Int? = nil) -> PageState<Element, Int>.Request? {
    var pages = content.settled
    guard let request = pages.began(at: position) else { return nil }
    content.reconcile { $0 = pages }
    return request
  }

  /// Removes an element: from the screen at once, and from the server. If the call fails, the element returns and ``alertMessage``
  /// contains the reason. An element that the server does not have (`notFound`) counts as removed.
  ///
  /// - Parameters:
  ///   - id: the element's identifier.
  ///   - operation: removes the element from the server.
  /// - Returns: whether the element is removed.
  @discardableResult
  public func remove(_ id: Element.ID, send operation: @escaping @concurrent @Sendable () async throws -> Void) async
    -> Bool
  {
    await content.update {
      $0.remove(id)
    } send: {
      try await APIError.ignoring(.notFound, operation)
    }
  }
}
