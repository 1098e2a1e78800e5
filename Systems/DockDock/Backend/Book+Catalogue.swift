import Catalogue
import DockDock

extension Book {
  /// Creates the wire format of a book. The picture is drawn by the server with the address `baseURL`.
  init(_ book: CatalogueBook, baseURL: String) {
    let title = book.titleParts
    self.init(
      id: book.id,
      isbn: book.isbn.ten,
      isbn13: book.isbn13,
      title: [title.main, book.volume].compactMap { $0 }.joined(separator: " "),
      subtitle: title.subtitle,
      author: book.author,
      publisher: book.publisher,
      publishedDate: book.publicationDate,
      coverImage: baseURL + CoverFile(book.isbn).path,
      categoryName: book.category,
      pageCount: Self.madeUpPageCount(book.isbn),
      price: book.price.map { Price(standard: $0, sales: $0) }
    )
  }

  /// Makes up a page count, because the catalogue has none and reading progress needs one: for seven books in eight,
  /// between 96 and 575, always the same for a book. The others have none, as in any real catalogue.
  private static func madeUpPageCount(_ isbn: ISBN) -> Int? {
    // A multiplicative hash (Knuth), so that neighbors in the catalogue differ. The check digit adds nothing.
    let hash = UInt64(bitPattern: isbn.number / 10) &* 0x9E37_79B9_7F4A_7C15 >> 32
    return hash % 8 == 0 ? nil : 96 + Int(hash / 8 % 480)
  }
}

extension BookPage {
  /// Creates a page of search results.
  init(_ page: CataloguePage, of query: CatalogueQuery, baseURL: String) {
    self.init(
      books: page.books.map { Book($0, baseURL: baseURL) },
      totalResults: page.total,
      currentPage: page.page,
      itemsPerPage: page.pageSize,
      query: query.text
    )
  }

  /// Creates the page of a search for an ISBN.
  init(of book: Book?, _ query: CatalogueQuery) {
    self.init(
      books: query.page == 1 ? [book].compactMap(\.self) : [],
      totalResults: book == nil ? 0 : 1,
      currentPage: query.page,
      itemsPerPage: query.pageSize,
      query: query.text
    )
  }
}

extension BookQueryType {
  var field: CatalogueQuery.Field {
    switch self {
    case .title: .title
    case .author: .author
    case .publisher: .publisher
    case .keyword: .keyword
    }
  }
}

extension BookSort {
  var order: CatalogueQuery.Sort {
    switch self {
    // There are no sales to sort by.
    case .accuracy, .salesPoint: .accuracy
    case .publishTime: .publicationDate
    case .title: .title
    }
  }
}
