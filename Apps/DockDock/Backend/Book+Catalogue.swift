import Catalogue
import DockDock

extension Book {
  /// A book of the catalogue as it goes over the wire.
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
      coverImage: "\(baseURL)/covers/\(book.isbn13).svg",
      categoryName: book.category,
      pageCount: Self.madeUpPageCount(book.isbn),
      price: book.price.map { Price(standard: $0, sales: $0) }
    )
  }

  /// The catalogue has no page counts. So that reading progress can be shown, seven books in eight get one between 96 and
  /// 575, always the same for a book; the others stay without, as some of any real catalogue do.
  private static func madeUpPageCount(_ isbn: ISBN) -> Int? {
    // A multiplicative hash (Knuth): neighbours in the catalogue should not look alike. The check digit adds nothing.
    let hash = UInt64(bitPattern: isbn.number / 10) &* 0x9E37_79B9_7F4A_7C15 >> 32
    return hash % 8 == 0 ? nil : 96 + Int(hash / 8 % 480)
  }
}

extension BookPage {
  init(_ page: CataloguePage, query: String, baseURL: String) {
    self.init(
      books: page.books.map { Book($0, baseURL: baseURL) },
      totalResults: page.total,
      currentPage: page.page,
      itemsPerPage: page.pageSize,
      query: query
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
    case .accuracy: .accuracy
    case .publishTime: .publicationDate
    case .title: .title
    }
  }
}
