package import Catalogue

/// Two books that the guide of DockDock's API uses in its tests, and that the shipped catalogue lacks.
package enum DemoBooks {
  /// The book that the guide searches for.
  private static let searched = "9788966260959"
  /// The book that the guide puts on the wish list.
  private static let wished = "9788966262472"

  /// The books. `naru-server serve --demo` adds them to the catalogue.
  package static let all: [CatalogueBook] = [
    (searched, "클린 코드", "로버트 C. 마틴 지음 ;박재호, 이해영 옮김", "2013-12-24", 33_000),
    (wished, "클린 아키텍처", "로버트 C. 마틴 지음 ;송준이 옮김", "2019-08-20", 29_000),
  ].compactMap { isbn, title, author, date, price in
    ISBN(isbn).map {
      CatalogueBook(
        isbn: $0,
        title: title,
        author: author,
        publisher: "인사이트",
        publicationDate: date,
        price: price,
        kdc: "005.1"
      )
    }
  }

  /// Returns the ISBN for the guide's own identifier, and every other identifier unchanged.
  static func known(_ id: String) -> String { id == "test-book-id" ? wished : id }
}
