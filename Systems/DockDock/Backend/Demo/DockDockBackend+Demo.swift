import Catalogue
import DockDock
package import Foundation
package import Naru
import Support

// Made-up data for `naru-server serve --demo`, written through the contracts and so by their rules.

extension DockDockBackend {
  /// With `demo`, adds six readers with shelves, records and public reviews, unless they exist. Everything is made up from a fixed
  /// seed, with books of the catalogue and dates of the last half year.
  package func prepare(demo: Bool) async throws {
    guard demo else { return }
    for reader in DemoReader.all {
      _ = try await users(for: Caller(user: reader.user)).update(UserChanges(displayName: reader.user.name))
      try await add(reader)
    }
  }

  /// Fills the empty shelf of a signed-in user with made-up books, records, reviews and a report.
  package func welcome(_ user: Caller.User, now: Date) async throws {
    try await add(.visitor(user))
  }

  private func add(_ reader: DemoReader) async throws {
    guard try await readingBooks(for: Caller(user: reader.user)).list(nil, nil, 1).isEmpty else { return }
    let end = now()
    let time = Locked(end)
    var past = self
    past.now = { time.withLock { $0 } }
    let story = DemoStory(reader, past, end: end) { date in time.withLock { $0 = date } }
    try await story.tell(with: try await books(for: reader))
  }

  /// Returns three books of each preferred genre. All readers choose from the same books, so that their reviews meet.
  private func books(for reader: DemoReader) async throws -> [CatalogueBook] {
    var numbers = SeededRandom(seed: reader.seed)
    var columns: [[CatalogueBook]] = []
    for entry in reader.answers.preferredGenres.compactMap(GenreList.entry) {
      let known = try await catalogue.books(classes: entry.classes, limit: 400).filter(\.isShowable).prefix(6)
      columns.append(Array(known.shuffled(using: &numbers).prefix(3)))
    }
    var found: Set<CatalogueBook.ID> = []
    return (0..<3).flatMap { row in columns.compactMap { $0.indices.contains(row) ? $0[row] : nil } }
      .filter { found.insert($0.id).inserted }
  }
}

/// Half a year in the life of a reader.
private struct DemoStory {
  private static let day = 86_400.0

  private let reader: DemoReader
  private let end: Date
  private let setTime: (Date) -> Void
  private let shelf: ReadingBooks
  private let records: ReadingRecords
  private let reviews: Reviews
  private let onboarding: Onboarding

  init(_ reader: DemoReader, _ backend: DockDockBackend, end: Date, setTime: @escaping (Date) -> Void) {
    let caller = Caller(user: reader.user, language: .korean)
    self.reader = reader
    self.end = end
    self.setTime = setTime
    shelf = backend.readingBooks(for: caller)
    records = backend.readingRecords(for: caller)
    reviews = backend.reviews(for: caller)
    onboarding = backend.onboarding(for: caller)
  }

  /// Plays the story: five of nine books are finished, two are being read, two are on the wishlist. A book takes three
  /// weeks.
  func tell(with books: [CatalogueBook]) async throws {
    var numbers = SeededRandom(seed: reader.seed + 100)
    go(to: 190)
    try await onboarding.setPreferences(reader.answers)
    for (index, book) in books.enumerated() {
      let start = 180 - 20 * index
      go(to: start)
      switch index {
      case 0..<5: try await finish(book, from: start, &numbers)
      case 5..<7: try await begin(book, from: start, &numbers)
      default: _ = try await shelf.add(NewReadingBook(bookID: book.id, status: .wishlist))
      }
    }
    go(to: 1)
    _ = try await onboarding.makeReport()
    go(to: 0)
  }

  private func finish(_ book: CatalogueBook, from start: Int, _ numbers: inout SeededRandom) async throws {
    let entry = try await begin(book, from: start, &numbers)
    let rating = Int.random(in: 3...5, using: &numbers)
    go(to: start - 17)
    _ = try await shelf.update(entry.id, ReadingBookChanges(status: .completed, rating: Double(rating)))
    go(to: start - 18)
    let text = DemoTexts.reviews[rating]?.randomElement(using: &numbers)
    _ = try await reviews.add(
      NewReview(readingBookID: entry.id, rating: rating, reviewText: text, isPublic: true)
    )
  }

  /// Adds a book to the shelf and reads a part of it.
  @discardableResult
  private func begin(
    _ book: CatalogueBook,
    from start: Int,
    _ numbers: inout SeededRandom
  ) async throws -> ReadingBook {
    let entry = try await shelf.add(NewReadingBook(bookID: book.id, status: .reading))
    let pages = entry.book?.pageCount ?? 200
    var page = 0
    for step in 1...2 {
      go(to: start - 5 * step)
      page += Int.random(in: 1...(pages / 3), using: &numbers)
      if let (type, text) = DemoTexts.records.randomElement(using: &numbers) {
        _ = try await records.add(
          NewReadingRecord(readingBookID: entry.id, content: text, pageNumber: page, recordType: type)
        )
      }
    }
    return try await shelf.update(entry.id, ReadingBookChanges(currentPage: page))
  }

  /// Sets the clock to a number of days before the end.
  private func go(to days: Int) {
    setTime(end.addingTimeInterval(-Double(days) * Self.day))
  }
}

extension CatalogueBook {
  /// Whether the book is presentable: it has an author, a price and a short title without cataloguing marks.
  fileprivate var isShowable: Bool {
    (2...16).contains(title.count) && volume == nil && author != nil && price != nil
      && !title.contains(where: ":=([,".contains)
  }
}
