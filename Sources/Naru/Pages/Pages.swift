/// The pages of a list, each asked for when it is wanted.
///
/// ```swift
/// for try await post in board.listPages(paging: Paging(size: 20)).elements { … }
///
/// var pages = board.listPages(paging: Paging(size: 20)).makeAsyncIterator()
/// let first = try await pages.next()  // and the next one when the person has scrolled there
/// ```
///
/// No page is asked for twice, and none after the last one. A page that could not be had is asked for again by the next
/// `next()`. In a task that is cancelled, `next()` throws an ``APIError`` with the code ``APIError/Code/cancelled``.
public struct Pages<Page: Paginated>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = Page

  private let first: Page.Position?
  private let load: @Sendable (Page.Position?) async throws -> Page

  /// The pages of a list.
  ///
  /// - Parameters:
  ///   - first: what asks for the first page; `nil` to leave it out.
  ///   - load: asks for a page.
  public init(from first: Page.Position?, _ load: @escaping @Sendable (Page.Position?) async throws -> Page) {
    self.first = first
    self.load = load
  }

  /// The pages of a list of which each page has to be asked for by name.
  ///
  /// - Parameters:
  ///   - first: what asks for the first page.
  ///   - load: asks for a page.
  public init(from first: Page.Position, _ load: @escaping @Sendable (Page.Position) async throws -> Page) {
    self.init(from: Optional(first)) { position in try await load(position ?? first) }
  }

  /// The elements of all pages, one after the other.
  public var elements: Elements { Elements(pages: self) }

  /// Begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(load: load, position: first)
  }

  /// Gives one page after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let load: @Sendable (Page.Position?) async throws -> Page
    private var position: Page.Position?
    private var seen: Set<Page.Position> = []
    private var count = 0
    private var isAtEnd = false

    fileprivate init(load: @escaping @Sendable (Page.Position?) async throws -> Page, position: Page.Position?) {
      self.load = load
      self.position = position
    }

    /// The next page; `nil` after the last one.
    ///
    /// - Throws: what asking for it throws; ``APIError`` with the code ``APIError/Code/undecodable`` if a page points back to
    ///   one that was there already.
    public mutating func next() async throws -> Page? {
      guard !isAtEnd else { return nil }
      if Task.isCancelled { throw APIError(.cancelled) }
      if let position, seen.contains(position) {
        throw APIError(
          .undecodable,
          Sentence(
            korean: "서버가 이미 받은 쪽을 다음 쪽이라고 합니다: \(position)",
            english: "The server says that the next page is one that was there already: \(position)"
          )
        )
      }
      let page = try await load(position)
      if let position { seen.insert(position) }
      count += page.elements.count
      position = page.next(after: position, soFar: count)
      isAtEnd = position == nil
      return page
    }
  }

  /// The elements of all pages.
  public struct Elements: AsyncSequence, Sendable {
    /// An element of a page.
    public typealias Element = Page.Element

    fileprivate let pages: Pages

    /// Begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(pages: pages.makeAsyncIterator())
    }

    /// Gives one element after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var pages: Pages.AsyncIterator
      private var elements: ArraySlice<Page.Element> = []

      fileprivate init(pages: Pages.AsyncIterator) {
        self.pages = pages
      }

      /// The next element; `nil` after the last one. The next page is asked for when this one is used up.
      public mutating func next() async throws -> Page.Element? {
        while elements.isEmpty {
          guard let page = try await pages.next() else { return nil }
          elements = page.elements[...]
        }
        return elements.popFirst()
      }
    }
  }
}

@available(*, unavailable)
extension Pages.AsyncIterator: Sendable {}

@available(*, unavailable)
extension Pages.Elements.AsyncIterator: Sendable {}
