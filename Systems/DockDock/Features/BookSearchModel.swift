public import DockDock
public import Naru
public import NaruScreens
public import Observation

/// The screen to search for books and add them to the wishlist.
///
/// ```swift
/// List(model.books.items) { book in
///   BookRow(book).task { await model.books.itemAppeared(book) }
/// }
/// .task(id: text) { await model.search(text) }
/// ```
@MainActor
@Observable
public final class BookSearchModel {
  /// The current query.
  public private(set) var query = ""
  /// The query of the shown books: the last ``query`` with a response.
  public private(set) var shownQuery = ""
  /// The books found, best match first.
  public let books: PagedList<Book>
  /// The sentence for a search without results. It suggests searches that find some of the shipped books.
  public static let nothingFound = LocalizedMessage(
    korean: "찾는 책이 없습니다. 이렇게도 찾을 수 있습니다: \(Books.examples.joined(separator: ", "))",
    english: "No books found. You can also search like this: \(Books.examples.joined(separator: ", "))"
  )
  /// The ids of the books that were added to the wishlist on this screen.
  public let wishes = Loaded<Set<Book.ID>>([])

  private let catalogue: Books
  private let shelf: ReadingBooks

  /// Creates a screen without a search. A page has 1…50 books.
  public init(_ catalogue: Books, shelf: ReadingBooks, pageSize: Int = 20) {
    self.catalogue = catalogue
    self.shelf = shelf
    books = PagedList(pageSize: pageSize)
  }

  /// Searches while the user types. It cancels a search in flight, and the last query wins, whatever the order of the
  /// responses. The shown books stay until the response arrives; a blank query shows no books.
  public func search(_ text: String) async {
    query = text
    guard text.contains(where: { !$0.isWhitespace }) else {
      shownQuery = text
      return books.reset()
    }
    await reload()
  }

  /// Repeats the search.
  public func reload() async {
    let query = query
    guard query.contains(where: { !$0.isWhitespace }) else { return }
    await books.reload(preservingPosition: query == shownQuery) { [catalogue] number, size in
      let page = try await catalogue.search(query: query, maxResults: size, start: number)
      return ListPage(page.books, total: page.totalResults, hasMore: number * size < page.totalResults)
    }
    guard query == self.query else { return }
    switch books.phase {
    case .loaded:
      shownQuery = query
    case .offline, .outdated, .failed:
      // Books found with another query don't belong below this failure.
      if query != shownQuery { books.clear() }
    case .idle, .loading:
      break
    }
  }

  /// Adds a book to the wishlist: on the screen at once, and rolled back if the server rejects the change. A book that is on the shelf
  /// already is not a failure.
  public func addToWishlist(_ id: Book.ID) async {
    guard !wishes.value.contains(id) else { return }
    await wishes.update {
      $0.insert(id)
    } send: { [shelf] in
      try await APIError.ignoring(.conflict) {
        _ = try await shelf.add(book: NewReadingBook(bookID: id, status: .wishlist))
      }
    }
  }
}
