import Aladin
import Catalogue
import DockDock
import Foundation

/// The sources of DockDock's books: the embedded catalogue and, if a key is configured, Aladin.
///
/// Entries with the same ISBN-13 are one book. The title and the class are the catalogue's; the picture, the
/// description, the page count, the prices and the rating are Aladin's.
struct BookSources: Sendable {
  let catalogue: Catalogue
  let aladin: AladinClient?

  /// Returns a page of search results without duplicates. Sorted by accuracy, Aladin's best fifty come before the
  /// catalogue's books; the other orders mix both sources.
  func search(_ query: CatalogueQuery, baseURL: String) async throws -> BookPage {
    if aladin != nil, let isbn = ISBN(query.text), let book = try await book(isbn, baseURL) {
      return BookPage(of: book, query)
    }
    guard let items = try await aladin?.search(query), !items.isEmpty else {
      let found = try await catalogue.search(query)
      let facts = try await aladin?.known(found.books.map(\.isbn)) ?? [:]
      return BookPage(
        books: found.books.map { Book($0, facts[$0.isbn], baseURL: baseURL) },
        totalResults: found.total,
        currentPage: found.page,
        itemsPerPage: found.pageSize,
        query: query.text
      )
    }
    // The catalogue's books up to the end of the page are enough, wherever Aladin's books are inserted.
    let found = try await catalogue.beginning(of: query)
    let own = try await catalogue.books(ids: items.map(\.isbn.text))
    let isbns = Set(items.map(\.isbn))
    var books = items.map { own[$0.isbn.text] ?? CatalogueBook($0) }
    books += found.books.filter { !isbns.contains($0.isbn) }
    if query.sort != .accuracy { books.sort(by: query.sort.isInOrder) }
    let both = isbns.intersection(found.books.map(\.isbn)).count
    let facts = Dictionary(items.map { ($0.isbn, $0.item) }) { first, _ in first }
    return BookPage(
      books: books.dropFirst((query.page - 1) * query.pageSize).prefix(query.pageSize).map {
        Book($0, facts[$0.isbn], isOwn: facts[$0.isbn] == nil || own[$0.isbn13] != nil, baseURL: baseURL)
      },
      totalResults: found.total + items.count - both,
      currentPage: query.page,
      itemsPerPage: query.pageSize,
      query: query.text
    )
  }

  /// Looks up an ISBN, or searches titles.
  func lookUp(_ query: CatalogueQuery, baseURL: String) async throws -> BookPage {
    guard ISBN.isDigits(query.text) else { return try await search(query, baseURL: baseURL) }
    guard let isbn = ISBN(query.text) else { return BookPage(of: nil, query) }
    return BookPage(of: try await book(isbn, baseURL), query)
  }

  /// Returns a book with the facts of both sources; `nil` if neither has it.
  func book(_ id: Book.ID, baseURL: String) async throws -> Book? {
    guard let isbn = ISBN(bookID: id) ?? ISBN(id) else { return nil }
    return try await book(isbn, baseURL)
  }

  /// Returns the books with some ids, by id, without asking Aladin.
  func books(_ ids: [Book.ID], baseURL: String) async throws -> [Book.ID: Book] {
    let isbns = Dictionary(ids.compactMap { id in (ISBN(bookID: id) ?? ISBN(id)).map { (id, $0) } }) { first, _ in first
    }
    let own = try await catalogue.books(ids: ids)
    let facts = try await aladin?.known(Set(isbns.values)) ?? [:]
    return isbns.reduce(into: [:]) { books, pair in
      books[pair.key] = Book(own[pair.key], facts[pair.value], pair.value, baseURL)
    }
  }

  private func book(_ isbn: ISBN, _ baseURL: String) async throws -> Book? {
    Book(try await catalogue.book(id: isbn.text), try await aladin?.item(isbn), isbn, baseURL)
  }
}

extension BookPage {
  /// Creates the page of a search for an ISBN.
  fileprivate init(of book: Book?, _ query: CatalogueQuery) {
    self.init(
      books: query.page == 1 ? [book].compactMap(\.self) : [],
      totalResults: book == nil ? 0 : 1,
      currentPage: query.page,
      itemsPerPage: query.pageSize,
      query: query.text
    )
  }
}

extension Book {
  /// Creates a book from one source or both; `nil` if neither has it.
  fileprivate init?(_ own: CatalogueBook?, _ item: AladinItem?, _ isbn: ISBN, _ baseURL: String) {
    guard let book = own ?? item.map({ CatalogueBook(ShopItem(isbn: isbn, item: $0)) }) else { return nil }
    self.init(book, item, isOwn: own != nil, baseURL: baseURL)
  }
}

extension CatalogueBook {
  /// Creates a catalogue book from Aladin's item.
  fileprivate init(_ shop: ShopItem) {
    let item = shop.item
    self.init(
      isbn: shop.isbn,
      title: item.title,
      author: item.author,
      publisher: item.publisher,
      publicationDate: item.pubDate,
      price: item.priceStandard
    )
  }
}
