public import Covers
public import Foundation
public import Konkuk
import Naru
public import NaruScreens
public import Observation

/// The screen of the ten most borrowed books of a category.
///
/// ```swift
/// let model = PopularBooksModel(.live(client), covers: CoverCache { url in try await download(url) })
/// await model.select(.literature)
/// ```
@MainActor
@Observable
public final class PopularBooksModel {
  /// The category of the books.
  public private(set) var category: BookCategory
  /// The months whose loans count; `nil` for all.
  public private(set) var months: LoanMonths?
  /// The books, most borrowed first. Empty during a search.
  public let books = Loaded<[PopularBook]>([])

  private let client: PopularBooks
  private let covers: CoverCache

  /// Creates a screen without a search.
  public init(_ client: PopularBooks, covers: CoverCache, category: BookCategory = .general) {
    self.client = client
    self.covers = covers
    self.category = category
  }

  /// Selects a category and searches.
  public func select(_ category: BookCategory) async {
    self.category = category
    await search()
  }

  /// Selects the months whose loans count, or all, and searches.
  public func select(_ months: LoanMonths?) async {
    self.months = months
    await search()
  }

  /// Clears the list and searches. It cancels a search in flight; the last one wins, whatever the order of the
  /// responses.
  public func search() async {
    books.reset(to: [])
    await books.reload { [client, category, months] in
      try await client.mostBorrowed(max: 10, category: category, months: months).books
    }
  }

  /// Returns the cover of a book; `nil` if there is none or it can't be loaded.
  public func cover(of book: PopularBook) async -> Data? {
    guard !book.thumbnailURL.isEmpty, let url = URL(string: book.thumbnailURL) else { return nil }
    return try? await covers.data(url)
  }
}
