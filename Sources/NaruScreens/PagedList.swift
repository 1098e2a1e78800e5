public import Naru
public import Observation

/// A page of a list, or all that is there of it so far.
public struct ListPage<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  /// The elements.
  public var items: [Element]
  /// How many there are on all pages; `nil` where nobody said.
  public var total: Int?
  /// Whether there are pages after it.
  public var hasMore: Bool

  /// A page.
  public init(_ items: [Element] = [], total: Int? = nil, hasMore: Bool = false) {
    (self.items, self.total, self.hasMore) = (items, total, hasMore)
  }

  /// A page with a number, from 1, of a list that is counted.
  public init(_ counted: Counted<Element>, number: Int, size: Int) where Element: Codable {
    let hasMore = counted.total.map { number * size < $0 } ?? (counted.count >= size)
    self.init(counted.elements, total: counted.total, hasMore: hasMore && !counted.isEmpty)
  }

  /// Removes an element.
  public mutating func remove(_ id: Element.ID) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items.remove(at: index)
    total = total.map { max(0, $0 - 1) }
  }

  /// Puts a new element first.
  public mutating func insert(_ element: Element) {
    items.insert(element, at: 0)
    total = total.map { $0 + 1 }
  }
}

/// A list that is loaded page by page as one scrolls.
@MainActor
@Observable
public final class PagedList<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// Asks for a page by its number, from 1, and its size.
  public typealias Source = @Sendable (_ number: Int, _ size: Int) async throws -> ListPage<Element>

  /// What is loaded, with the changes that are on their way.
  public let state = Loaded(ListPage<Element>())
  /// Whether the next page is being loaded.
  public private(set) var isLoadingMore = false
  /// Why the next page could not be loaded; it is tried again by the next ``loadMore(_:)``.
  public private(set) var moreError: Sentence?

  @ObservationIgnored private var source: Source?
  @ObservationIgnored private var reloads = 0
  private let pageSize: Int
  private let isBefore: (Element, Element) -> Bool

  /// A list that is not loaded yet.
  ///
  /// - Parameters:
  ///   - pageSize: how many elements a page has.
  ///   - isBefore: whether an element stands before another one for certain. What comes with a later page and stands before the
  ///     last one that is here was added meanwhile, and comes with the next reload.
  public init(pageSize: Int, isBefore: @escaping (Element, Element) -> Bool = { _, _ in false }) {
    self.pageSize = pageSize
    self.isBefore = isBefore
  }

  /// How far the list is.
  public var phase: LoadPhase { state.phase }
  /// The elements to show.
  public var items: [Element] { state.value.items }
  /// How many there are on all pages; `nil` where nobody said.
  public var total: Int? { state.value.total }
  /// Whether there are more.
  public var hasMore: Bool { state.value.hasMore }

  /// Loads the list, at first or again.
  ///
  /// - Parameters:
  ///   - keepsPlace: whether to load as many elements as there were, so that who has scrolled down stays where they are.
  ///   - source: asks for a page, now and by ``loadMore(_:)``.
  public func reload(keepsPlace: Bool = true, _ source: @escaping Source) async {
    self.source = source
    reloads += 1
    moreError = nil
    let wanted = keepsPlace ? state.settled.items.count : 0
    await state.reload { [pageSize] in
      var all = try await source(1, pageSize)
      var number = 1
      while all.hasMore, all.items.count < wanted {
        number += 1
        let page = try await source(number, pageSize)
        all.append(page, page.items)
      }
      return all
    }
  }

  /// Shows nothing, and has nothing loaded.
  public func reset() {
    reloads += 1
    moreError = nil
    state.reset(to: ListPage())
  }

  /// Shows nothing, and stays as far as it is.
  public func clear() {
    state.settle { $0 = ListPage() }
  }

  /// Whether an element is one of the last five: when it comes onto the screen it is time for the next page.
  public func isNearEnd(_ element: Element) -> Bool {
    items.suffix(5).contains { $0.id == element.id }
  }

  /// Loads the next page, if there is one and none is being loaded.
  ///
  /// - Parameter isShown: whether an element is on the screen. More pages are loaded until one is, or all are here.
  public func loadMore(_ isShown: (Element) -> Bool = { _ in true }) async {
    guard let source, state.settled.hasMore, !isLoadingMore, phase == .loaded else { return }
    isLoadingMore = true
    moreError = nil
    defer { isLoadingMore = false }
    let reload = reloads
    // What was removed or added meanwhile has moved the others: a page may begin with elements that are here already.
    var number = state.settled.items.count / pageSize + 1
    do {
      var found = false
      while !found, state.settled.hasMore {
        let page = try await source(number, pageSize)
        guard reload == reloads else { return }
        let known = Set(state.settled.items.map(\.id))
        let last = state.settled.items.last
        let new = page.items.filter { element in
          !known.contains(element.id) && !(last.map { isBefore(element, $0) } ?? false)
        }
        state.settle { $0.append(page, new) }
        found = new.contains(where: isShown)
        number += 1
      }
    } catch {
      if reload == reloads { moreError = notice(error) }
    }
  }
}

extension ListPage {
  /// Adds what is new of the page after this one.
  fileprivate mutating func append(_ page: ListPage, _ new: [Element]) {
    let known = Set(items.map(\.id))
    items += new.filter { !known.contains($0.id) }
    total = page.total ?? total
    // A server that always promises more must not be asked for ever.
    hasMore = page.hasMore && !page.items.isEmpty
  }
}
