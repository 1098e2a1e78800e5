/// The pages of a list. Each page is loaded when it is needed.
///
/// ```swift
/// for try await post in board.listPages(paging: Paging(size: 20)).elements { … }
///
/// var pages = board.listPages(paging: Paging(size: 20)).makeAsyncIterator()
/// let first = try await pages.next()  // and the next one when the user has scrolled there
/// ```
///
/// No page is loaded twice, and none after the last one. All pages are the same user's: after another user has signed in, `next()` throws an
/// ``APIError`` with the code ``APIError/Code/cancelled``. After an error, `next()` loads the same page again. In a cancelled task,
/// `next()` throws an ``APIError`` with the code ``APIError/Code/cancelled``.
public struct Pages<Page: Paginated>: AsyncSequence, Sendable {
  private let first: Page.Position?
  private let load: @concurrent @Sendable (Page.Position?) async throws -> Page

  /// Creates the sequence of pages of a list.
  ///
  /// - Parameters:
  ///   - first: the position of the first page; `nil` to leave it out.
  ///   - load: loads a page.
  public init(from first: Page.Position?, _ load: @escaping @concurrent @Sendable (Page.Position?) async throws -> Page)
  {
    self.first = first
    self.load = load
  }

  /// Creates the sequence of pages of a list whose pages all need a position.
  ///
  /// - Parameters:
  ///   - first: the position of the first page.
  ///   - load: loads a page.
  public init(from first: Page.Position, _ load: @escaping @concurrent @Sendable (Page.Position) async throws -> Page) {
    self.init(from: Optional(first)) { position in try await load(position ?? first) }
  }

  /// The elements of all pages, one after the other.
  public var elements: Elements { Elements(pages: self) }

  /// Starts with the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(load: load, position: first)
  }

  /// An iterator over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let load: @concurrent @Sendable (Page.Position?) async throws -> Page
    private var position: Page.Position?
    private var seen: Set<Page.Position> = []
    private var count = 0
    private var isAtEnd = false
    private let user = SameUser()

    fileprivate init(
      load: @escaping @concurrent @Sendable (Page.Position?) async throws -> Page,
      position: Page.Position?
    ) {
      self.load = load
      self.position = position
    }

    /// Loads the next page.
    ///
    /// - Returns: the page. `nil` after the last one.
    /// - Throws: what loading throws; ``APIError`` with the code ``APIError/Code/decodingFailed`` if the server repeats a page's
    ///   position, which would never end.
    @concurrent
    public mutating func next() async throws -> Page? {
      guard !isAtEnd else { return nil }
      if Task.isCancelled { throw APIError(.cancelled) }
      if let position, seen.contains(position) {
        throw APIError(
          .decodingFailed,
          LocalizedMessage(
            korean: "서버가 이미 보낸 페이지를 다음 페이지로 다시 알렸습니다: \(position)",
            english: "The server repeats a page that was already loaded: \(position)"
          )
        )
      }
      let page = try await user.of { try await load(position) }
      if let position { seen.insert(position) }
      count += page.elements.count
      position = page.next(after: position, soFar: count)
      isAtEnd = position.endsList
      return page
    }
  }

  /// The elements of all pages.
  public struct Elements: AsyncSequence, Sendable {
    fileprivate let pages: Pages

    /// Starts with the first page.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(pages: pages.makeAsyncIterator())
    }

    /// An iterator over the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var pages: Pages.AsyncIterator
      private var elements: ArraySlice<Page.Element> = []

      fileprivate init(pages: Pages.AsyncIterator) {
        self.pages = pages
      }

      /// Returns the next element, and `nil` after the last one. Loads the next page after the last element of a page.
      @concurrent
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
