import Naru
import NaruScreens
import Observation

/// The screen that searches for books and puts them on the shelf.
@MainActor
@Observable
final class SearchModel {
  static let empty = LocalizedMessage(korean: "찾는 책이 없습니다.", english: "There is no such book.")
  let books = PagedList<Book>(pageSize: 20)
  let added = Loaded<Set<Book.ID>>([])
  private let catalogue: Books
  private let shelf: Shelf

  init(_ catalogue: Books, shelf: Shelf) {
    self.catalogue = catalogue
    self.shelf = shelf
  }

  func search(_ query: String) async {
    guard !query.isEmpty else { return books.reset() }
    await books.reload(preservingPosition: false) { [catalogue] number, size in
      let page = try await catalogue.search(query: query, maxResults: size, start: number)
      return ListPage(page.books, total: page.totalResults, hasMore: number * size < page.totalResults)
    }
  }

  func add(_ id: Book.ID) async {
    await added.update {
      $0.insert(id)
    } send: { [shelf] in
      // The book may be on the shelf already.
      try await APIError.ignoring(.conflict) { try await shelf.add(book: NewShelfEntry(bookID: id)) }
    }
  }
}

/// The screen of the user's books.
@MainActor
@Observable
final class ShelfModel {
  static let empty = LocalizedMessage(korean: "아직 책이 없습니다.", english: "There are no books yet.")
  let entries = Loaded<[ShelfEntry]>([])
  private let shelf: Shelf

  init(_ shelf: Shelf) { self.shelf = shelf }

  func reload() async {
    await entries.reload { [shelf] in try await shelf.list(limit: 100) }
  }

  func remove(_ id: ShelfEntry.ID) async {
    await entries.update {
      $0.removeAll { $0.id == id }
    } send: { [shelf] in
      try await shelf.remove(id: id)
    }
  }
}
