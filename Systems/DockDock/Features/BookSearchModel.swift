public import DockDock
public import Naru
public import Observation
public import NaruScreens

/// The screen on which one looks for books and puts them on the wishlist.
///
/// ```swift
/// List(model.books) { book in
///   BookRow(book).task { await model.appeared(book) }
/// }
/// .task(id: text) { await model.search(text) }
/// ```
@MainActor
@Observable
public final class BookSearchModel {
  /// What is looked for.
  public private(set) var query = ""
  /// What the books on the screen were found with: the last ``query`` that was answered.
  public private(set) var shownQuery = ""
  /// The books that were put on the wishlist on this screen.
  public var wished: Set<Book.ID> { wishes.value }

  private let catalogue: Books
  private let shelf: ReadingBooks
  private let list: PagedList<Book>
  private let wishes = Loaded<Set<Book.ID>>([])

  /// A screen that has not searched yet.
  ///
  /// - Parameters:
  ///   - catalogue: where to look.
  ///   - shelf: where wishes go.
  ///   - pageSize: how many books a page has, 1…50.
  public init(_ catalogue: Books, shelf: ReadingBooks, pageSize: Int = 20) {
    self.catalogue = catalogue
    self.shelf = shelf
    list = PagedList(pageSize: pageSize)
  }

  /// The books that were found, best first.
  public var books: [Book] { list.items }
  /// How many were found in all; `nil` before the first answer.
  public var total: Int? { list.total }
  /// How far the search is. ``LoadPhase/loaded`` without ``books``: nothing was found.
  public var phase: LoadPhase { list.phase }
  /// Whether there are more books than those shown.
  public var hasMore: Bool { list.hasMore }
  /// Whether more books are being loaded.
  public var isLoadingMore: Bool { list.isLoadingMore }
  /// Why more books could not be loaded; scrolling on tries again.
  public var moreError: Sentence? { list.moreError }
  /// What went wrong with a wish; the screen is as it was before.
  public var notice: Sentence? { wishes.notice }

  /// Searches, while the person types: the last text wins, in whatever order the answers come, and a search in flight is
  /// cancelled. What was found before stays until the answer is there; a blank text shows nothing.
  public func search(_ text: String) async {
    query = text
    guard text.contains(where: { !$0.isWhitespace }) else {
      shownQuery = text
      return list.reset()
    }
    await reload()
  }

  /// Searches for the same again.
  public func reload() async {
    let query = query
    guard query.contains(where: { !$0.isWhitespace }) else { return }
    await list.reload(keepsPlace: query == shownQuery) { [catalogue] number, size in
      let page = try await catalogue.search(query: query, maxResults: size, start: number)
      return ListPage(page.books, total: page.totalResults, hasMore: number * size < page.totalResults)
    }
    guard query == self.query else { return }
    switch phase {
    case .loaded:
      shownQuery = query
    case .offline, .failed:
      // Books that were found with another text don't belong below this failure.
      if query != shownQuery { list.clear() }
    case .idle, .loading:
      break
    }
  }

  /// Loads more books, if the book that came onto the screen is one of the last five.
  public func appeared(_ book: Book) async {
    if list.isNearEnd(book) { await loadMore() }
  }

  /// Loads more books, if there are some and none are being loaded.
  public func loadMore() async {
    await list.loadMore()
  }

  /// Puts a book on the wishlist: on the screen at once, and back if the server does not. One that is on the shelf already is
  /// no failure.
  public func addToWishlist(_ id: Book.ID) async {
    guard !wished.contains(id) else { return }
    await wishes.change {
      $0.insert(id)
    } sending: { [shelf] in
      do {
        _ = try await shelf.add(book: NewReadingBook(bookID: id, status: .wishlist))
      } catch let error as APIError where error.code == .conflict {}
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    wishes.notice = nil
  }
}
