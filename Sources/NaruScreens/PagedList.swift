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
/// The page size and the page number are the server's; elements that moved between two requests appear once.
@MainActor
@Observable
public final class PagedList<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// Requests a page by its number, from 1, and its size.
  public typealias Source = @concurrent @Sendable (_ number: Int, _ size: Int) async throws -> ListPage<Element>

  /// The loaded pages with their pending changes, for changes of your own.
  public let content = Loaded(ListPage<Element>())
  /// Whether the next page is loading.
  public private(set) var isLoadingMore = false
  /// Why the next page could not be loaded. The next call of ``loadMore()`` tries again.
  public private(set) var moreError: LocalizedMessage?
  /// Selects the elements to show; `nil` shows all of them. ``loadMore()`` continues until it finds an element to show.
  public var filter: ((Element) -> Bool)?

  @ObservationIgnored private var source: Source?
  @ObservationIgnored private var reloads = 0
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
  public var hasMore: Bool { content.value.hasMore }
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
    reloads += 1
    moreError = nil
    let wanted = preservingPosition ? content.settled.items.count : 0
    await content.reload { [pageSize] in
      var all = try await source(1, pageSize)
      var number = 1
      while all.hasMore, all.items.count < wanted {
        number += 1
        let page = try await source(number, pageSize)
        all.append(page, page.items)
      }
      return all
    }
    if filter != nil, items.isEmpty { await loadMore() }
  }

  /// Empties the list; it is not loaded any more.
  public func reset() {
    reloads += 1
    moreError = nil
    content.reset(to: ListPage())
  }

  /// Empties the list and keeps its phase.
  public func clear() {
    content.reconcile { $0 = ListPage() }
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
    guard let source, content.settled.hasMore, !isLoadingMore, phase == .loaded else { return }
    isLoadingMore = true
    moreError = nil
    defer { isLoadingMore = false }
    let reload = reloads
    // Elements that were added or removed in the meantime shift the others: a page may begin with known elements.
    var number = content.settled.items.count / pageSize + 1
    do {
      var found = false
      while !found, content.settled.hasMore {
        let page = try await source(number, pageSize)
        guard reload == reloads else { return }
        let known = Set(content.settled.items.map(\.id))
        let last = content.settled.items.last
        let new = page.items.filter { element in
          !known.contains(element.id) && !(last.map { isBefore(element, $0) } ?? false)
        }
        content.reconcile { $0.append(page, new) }
        found = new.contains { filter?($0) ?? true }
        number += 1
      }
    } catch {
      if reload == reloads { moreError = LocalizedMessage(explaining: error) }
    }
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
