import DockDock
import Foundation
import GRDB
import HTTPTypes
import Naru
import Rules
import Storage
import Support
import SystemTesting
import Testing

/// The shelf and its rules.
struct ReadingBooksTests {
  private let test: TestShelf
  private let shelf: ReadingBooks
  private let clean = "6e617275-0000-8000-8978-008966260959"

  init() async throws {
    test = try TestShelf()
    shelf = ReadingBooks.live(test.client("hong"))
  }

  @Test func aBookIsPutOnTheShelf() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .wishlist))
    #expect(entry.status == .wishlist)
    #expect(entry.book?.title == "클린 코드")
    #expect(entry.startDate == nil && entry.endDate == nil && entry.currentPage == nil)
    #expect(entry.createdAt == test.now && entry.updatedAt == test.now)
    #expect(try await shelf.show(id: entry.id) == entry)
    #expect(try await shelf.show(id: entry.id.uppercased()) == entry)
    #expect(try await shelf.list().elements == [entry])
  }

  @Test func aPageIsOneStatementWhateverItsSize() async throws {
    for book in [clean, "9788932917245", "9788937460449"] {
      let entry = try await shelf.add(book: NewReadingBook(bookID: book, status: .reading))
      let review = NewReview(readingBookID: entry.id, rating: 5, reviewText: nil, isPublic: true)
      _ = try await Reviews.live(test.client("hong")).add(review: review)
    }
    let queries = Locked<[String]>([])
    // PostgreSQL runs the same statements.
    try await test.database.sqlite?.writeWithoutTransaction { db in
      db.trace { event in
        let statement = "\(event)"
        if statement.contains("SELECT") { queries.withLock { $0.append(statement) } }
      }
    }
    let page = try await shelf.list(limit: 2)
    #expect(page.map(\.book?.title) == ["데미안", "어린 왕자"] && page.total == 3)
    let end = try await shelf.list(page: 9)
    #expect(end.isEmpty && end.total == 3)
    if try test.database.sqlite != nil { #expect(queries.withLock(\.count) == 2) }
    let reviews = try await Reviews.live(test.client()).ofBook(book: clean)
    #expect(reviews.map(\.userID) == ["1"] && reviews[0].authorName == "독자 1")
  }

  @Test func aBookStandsOnlyOnce() async throws {
    _ = try await shelf.add(book: NewReadingBook(bookID: clean, status: .wishlist))
    let error = try await failure {
      try await shelf.add(book: NewReadingBook(bookID: "9788966260959", status: .reading))
    }
    #expect(error.status?.code == 409)
    #expect(error.serverCode == "DUPLICATE_READING_BOOK")
  }

  @Test func readingSetsTheStartOnce() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .wishlist))
    test.wait(60)
    let began = test.now
    #expect(try await shelf.update(id: entry.id, changes: .init(status: .reading)).startDate == began)
    test.wait(60)
    _ = try await shelf.update(id: entry.id, changes: .init(status: .wishlist))
    let again = try await shelf.update(id: entry.id, changes: .init(status: .reading))
    #expect(again.startDate == began && again.updatedAt == test.now && again.createdAt == entry.createdAt)
  }

  @Test func completingSetsTheEndAndTheLastPage() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .reading, currentPage: 10))
    let pages = try #require(entry.book?.pageCount)
    test.wait(60)
    let done = try await shelf.update(id: entry.id, changes: .init(status: .completed))
    #expect(done.endDate == test.now && done.currentPage == pages)
    #expect(try await shelf.update(id: entry.id, changes: .init(status: .reading)).endDate == nil)
  }

  @Test func aBookAddedAsCompletedHasBothDates() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .completed))
    #expect(entry.endDate == test.now && entry.currentPage == entry.book?.pageCount)
    let other = try await shelf.add(book: NewReadingBook(bookID: "9788937460449", status: .reading, currentPage: 3))
    #expect(other.startDate == test.now && other.currentPage == 3)
  }

  @Test func givenFieldsAreTaken() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .wishlist))
    let start = Date(timeIntervalSince1970: 1_700_000_000.123)
    let end = Date(timeIntervalSince1970: 1_700_100_000)
    let changed = try await shelf.update(
      id: entry.id,
      changes: .init(status: .completed, currentPage: 5, rating: 4.5, startDate: start, endDate: end)
    )
    #expect(changed.currentPage == 5 && changed.rating == 4.5)
    #expect(changed.startDate.map { abs($0.timeIntervalSince(start)) < 0.000_5 } == true)
    #expect(changed.endDate == end)
    // From a device whose clock is ahead of the server's.
    let today = ReadingBookChanges(status: .completed, startDate: test.now + 120)
    let other = try await shelf.add(book: NewReadingBook(bookID: "9788937460449", status: .wishlist))
    #expect(try await shelf.update(id: other.id, changes: today).endDate == test.now + 120)
  }

  @Test func invalidChangesChangeNothing() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .reading))
    let pages = try #require(entry.book?.pageCount)
    let wrong: [(ReadingBookChanges, String)] = [
      (.init(currentPage: pages + 1), "current_page"),
      (.init(startDate: test.now, endDate: test.now - 1), "end_date"),
      (.init(status: .completed, currentPage: pages + 1), "current_page"),
    ]
    for (changes, name) in wrong {
      let error = try await failure { try await shelf.update(id: entry.id, changes: changes) }
      #expect(error.status?.code == 400)
      #expect(error.localizedDescription.contains(FieldName(name).term.korean))
      #expect(try await shelf.show(id: entry.id) == entry)
    }
    #expect(try await shelf.update(id: entry.id, changes: .init(currentPage: pages)).currentPage == pages)
  }

  @Test func theMostRecentlyChangedBookComesFirst() async throws {
    // The clock is stopped, so only the order of the changes decides.
    let first = try await shelf.add(book: NewReadingBook(bookID: clean, status: .wishlist))
    let second = try await shelf.add(book: NewReadingBook(bookID: "9788983920683", status: .reading))
    let third = try await shelf.add(book: NewReadingBook(bookID: "9788932917245", status: .wishlist))
    _ = try await shelf.update(id: first.id, changes: .init(rating: 3))
    #expect(try await shelf.list().map(\.id) == [first.id, third.id, second.id])
    let wishes = try await shelf.list(status: .wishlist, page: 2, limit: 1)
    #expect(wishes.map(\.id) == [third.id])
    #expect(wishes.total == 2)
    #expect(try await shelf.list(page: 9).isEmpty)
  }

  @Test func anUnknownStatusIsAnErrorThatListsTheStatuses() async throws {
    for (method, path, body) in [
      ("GET", "/api/v1/reading-books?status=done", nil),
      ("POST", "/api/v1/reading-books", #"{"book_id":"9788966260959","status":"done"}"#),
    ] {
      let answer = try await test.server.send(method, path, body, as: "hong")
      #expect(answer.status == 400)
      let message = answer["message"] as? String ?? ""
      #expect(message.contains("`status` 값은 wishlist, reading, completed 중 하나여야 합니다"), "\(answer.text)")
    }
  }

  @Test func aRepeatedChangeOfARemovedBookIsTheFirstResponse() async throws {
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .reading))
    let records = ReadingRecords.live(test.client("hong")), reviews = Reviews.live(test.client("hong"))
    let record = try await records.add(record: NewReadingRecord(readingBookID: entry.id, content: "메모"))
    let review = try await reviews.add(review: NewReview(readingBookID: entry.id, rating: 3))
    let changes: [(path: String, body: String, remove: @Sendable () async throws -> Void)] = [
      ("reading-records/\(record.id)", #"{"content":"고친 메모"}"#, { try await records.remove(id: record.id) }),
      ("reviews/\(review.id)", #"{"rating":5}"#, { try await reviews.remove(id: review.id) }),
      ("reading-books/\(entry.id)", #"{"rating":4.5}"#, { [shelf] in try await shelf.remove(id: entry.id) }),
    ]
    for (path, body, remove) in changes {
      #expect(
        try await test.server.isReplayed("PATCH", "/api/v1/\(path)", body, as: "hong", after: remove),
        "\(path)"
      )
    }
    #expect(try await shelf.list().isEmpty)
  }
}
