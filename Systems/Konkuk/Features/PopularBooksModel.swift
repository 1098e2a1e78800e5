public import Foundation
public import Konkuk
public import Naru
public import Observation
public import NaruScreens

/// The screen with the ten most borrowed books of a category.
///
/// ```swift
/// let model = PopularBooksModel(.live(client), covers: CoverCache { url in try await download(url) })
/// await model.select(.literature)
/// ```
@MainActor
@Observable
public final class PopularBooksModel {
  /// The category that is shown.
  public private(set) var category: BookCategory
  /// The months of which loans count; `nil` for all.
  public private(set) var months: LoanMonths?
  /// The books, the one that was borrowed most first. Empty while a search is under way.
  public var books: [PopularBook] { state.value }
  /// How far the search is. ``LoadPhase/loaded`` without ``books``: nothing was borrowed.
  public var phase: LoadPhase { state.phase }

  private let client: PopularBooks
  private let covers: CoverCache
  private let state = Loaded<[PopularBook]>([])

  /// A screen that has not searched yet.
  public init(_ client: PopularBooks, covers: CoverCache, category: BookCategory = .general) {
    self.client = client
    self.covers = covers
    self.category = category
  }

  /// Whether a search is under way.
  public var isLoading: Bool { phase == .loading }

  /// What went wrong, for the screen.
  public var errorSentence: Sentence? { phase.sentence }

  /// Shows a category.
  public func select(_ category: BookCategory) async {
    self.category = category
    await search()
  }

  /// Counts the loans of some months only, or of all.
  public func select(_ months: LoanMonths?) async {
    self.months = months
    await search()
  }

  /// Searches, at first or again. The list is cleared, and a search in flight is cancelled: the last one wins, in whatever
  /// order the answers come.
  public func search() async {
    state.reset(to: [])
    await state.reload { [client, category, months] in
      try await client.mostBorrowed(max: 10, category: category, months: months).books
    }
  }

  /// The picture of a book's cover; `nil` where there is none or it can't be had.
  public func cover(of book: PopularBook) async -> Data? {
    guard !book.thumbnailURL.isEmpty, let url = URL(string: book.thumbnailURL) else { return nil }
    return try? await covers.data(url)
  }
}
