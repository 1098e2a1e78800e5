import Foundation
import Naru

// Contracts without a network, for previews and tests of features. They serve the samples; changes are accepted and not
// kept.

extension Books {
  /// The ten sample books. A search looks in titles, authors and ids, ignoring spaces.
  public static var preview: Books {
    Books(
      search: { query, maxResults, start, _, _ in .preview(query, start, maxResults) },
      lookUp: { search, maxResults, start in .preview(search, start, maxResults) },
      show: { try Book.samples.with($0, elseCode: "BOOK_NOT_FOUND") }
    )
  }
}

extension ReadingBooks {
  /// The sample shelf.
  public static var preview: ReadingBooks {
    let entry: @Sendable (ReadingBook.ID) throws -> ReadingBook = {
      try ReadingBook.samples.with($0, elseCode: "READING_BOOK_NOT_FOUND")
    }
    return ReadingBooks(
      list: { status, page, limit in
        CountedList(ReadingBook.samples.filter { status == nil || $0.status == status }, page, limit ?? 20)
      },
      add: { new in
        ReadingBook(
          id: "shelf-7",
          userID: sampleReader,
          bookID: new.bookID,
          status: new.status,
          currentPage: new.currentPage,
          createdAt: sampleDate,
          updatedAt: sampleDate,
          book: try Book.samples.with(new.bookID, elseCode: "BOOK_NOT_FOUND")
        )
      },
      show: { try entry($0) },
      update: { id, changes in
        var entry = try entry(id)
        entry.status = changes.status ?? entry.status
        entry.currentPage = changes.currentPage ?? entry.currentPage
        entry.rating = changes.rating ?? entry.rating
        entry.startDate = changes.startDate ?? entry.startDate
        entry.endDate = changes.endDate ?? entry.endDate
        return entry
      },
      remove: { _ = try entry($0) }
    )
  }
}

extension ReadingRecords {
  /// The sample records.
  public static var preview: ReadingRecords {
    ReadingRecords(
      list: { readingBook, page, limit in
        let wanted = ReadingRecord.samples.filter { readingBook == nil || $0.readingBookID == readingBook }
        return CountedList(wanted, page, limit ?? 50)
      },
      add: { new in
        ReadingRecord(
          id: "record-5",
          readingBookID: new.readingBookID,
          userID: sampleReader,
          content: new.content,
          pageNumber: new.pageNumber,
          recordType: new.recordType,
          createdAt: sampleDate,
          updatedAt: sampleDate
        )
      },
      update: { id, changes in
        var record = try ReadingRecord.samples.with(id)
        record.content = changes.content ?? record.content
        record.pageNumber = changes.pageNumber ?? record.pageNumber
        record.recordType = changes.recordType ?? record.recordType
        return record
      },
      remove: { _ = try ReadingRecord.samples.with($0) }
    )
  }
}

extension Reviews {
  /// The sample reviews.
  public static var preview: Reviews {
    Reviews(
      list: { readingBook, page, limit in
        let mine = Review.samples.filter { $0.isMine == true }
        return CountedList(mine.filter { readingBook == nil || $0.readingBookID == readingBook }, page, limit ?? 50)
      },
      ofBook: { book, page, limit in CountedList(Review.samples.filter { $0.bookID == book }, page, limit ?? 50) },
      add: { new in
        Review(
          id: "review-4",
          readingBookID: new.readingBookID,
          bookID: try ReadingBook.samples.with(new.readingBookID, elseCode: "READING_BOOK_NOT_FOUND").bookID,
          userID: sampleReader,
          rating: new.rating,
          reviewText: new.reviewText,
          isPublic: new.isPublic,
          createdAt: sampleDate,
          updatedAt: sampleDate
        )
      },
      update: { id, changes in
        var review = try Review.samples.with(id)
        review.rating = changes.rating ?? review.rating
        review.reviewText = changes.reviewText ?? review.reviewText
        review.isPublic = changes.isPublic ?? review.isPublic
        return review
      },
      remove: { _ = try Review.samples.with($0) }
    )
  }
}

extension Onboarding {
  /// The genres, and the report of a reader who has answered the questions.
  public static var preview: Onboarding {
    Onboarding(
      genres: { Genre.all },
      setPreferences: { _ in },
      status: { OnboardingStatus(completed: true) },
      makeReport: { .sample },
      report: { .sample }
    )
  }
}

extension BookPage {
  fileprivate static func preview(_ query: String, _ page: Int?, _ size: Int?) -> BookPage {
    func letters(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    let wanted = letters(query)
    let found = Book.samples.filter { book in
      wanted.isEmpty || letters("\(book.title) \(book.author ?? "") \(book.id)").contains(wanted)
    }
    return BookPage(
      books: found.page(page, size ?? 10),
      totalResults: found.count,
      currentPage: page ?? 1,
      itemsPerPage: size ?? 10,
      query: query
    )
  }
}

extension CountedList {
  fileprivate init(_ all: [Element], _ page: Int?, _ size: Int) {
    self.init(all.page(page, size), total: all.count)
  }
}

extension Array {
  /// Returns a page, numbered from 1. Sizes are clamped to 1…100; the backend rejects other sizes.
  fileprivate func page(_ number: Int?, _ size: Int) -> [Element] {
    let size = Swift.min(Swift.max(1, size), 100)
    let before = Swift.min(Swift.max(1, number ?? 1) - 1, count)
    return Array(dropFirst(before * size).prefix(size))
  }
}

extension Array where Element: Identifiable {
  /// Returns the element with an id, or throws the backend's error.
  fileprivate func with(_ id: Element.ID, elseCode code: String? = nil) throws(APIError) -> Element {
    guard let element = first(where: { $0.id == id }) else {
      throw APIError.notFound(LocalizedMessage(korean: "찾을 수 없습니다.", english: "Not found."), serverCode: code)
    }
    return element
  }
}
