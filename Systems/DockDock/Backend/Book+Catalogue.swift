import Aladin
import Catalogue
import DockDock

extension Book {
  /// Creates the wire format of a book.
  init(_ book: CatalogueBook, _ item: AladinItem? = nil, isOwn: Bool = true, baseURL: String) {
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
      description: item?.description,
      coverImage: item?.cover ?? (isOwn ? baseURL + CoverFile(book.isbn).path : nil),
      // The first part of the shop's category is the language: `국내도서>소설/시/희곡>독일소설`.
      categoryName: book.category ?? item?.categoryName?.split(separator: ">").dropFirst().first.map(String.init),
      pageCount: item?.pageCount ?? (isOwn ? Self.madeUpPageCount(book.isbn) : nil),
      price: (item?.priceStandard ?? book.price).map { Price(standard: $0, sales: item?.priceSales ?? $0) },
      link: item?.link,
      stockStatus: item?.stockStatus,
      rating: item?.rating
    )
  }

  /// Makes up a page count, because the catalogue has none and reading progress needs one: for seven books in eight,
  /// between 96 and 575, always the same for a book. The others have none, as in any real catalogue.
  private static func madeUpPageCount(_ isbn: ISBN) -> Int? {
    // A multiplicative hash (Knuth), so that neighbours in the catalogue differ. The check digit adds nothing.
    let hash = UInt64(bitPattern: isbn.number / 10) &* 0x9E37_79B9_7F4A_7C15 >> 32
    return hash % 8 == 0 ? nil : 96 + Int(hash / 8 % 480)
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

extension AladinItem {
  /// The number of pages, if it is known.
  fileprivate var pageCount: Int? {
    subInfo?.itemPage.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The average rating out of five, if there are ratings.
  fileprivate var rating: Double? {
    customerReviewRank.flatMap { (0...10).contains($0) && $0 > 0 ? $0 / 2 : nil }
  }
}
