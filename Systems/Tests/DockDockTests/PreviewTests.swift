import DockDock
import Naru
import Testing

/// Tests that the data of the previews is consistent, because they replace a backend in tests of features.
struct PreviewTests {
  @Test func booksAreFoundByWordsAndNumbersInPages() async throws {
    let books = Books.preview
    #expect(try await books.search(query: "").totalResults == 10)
    #expect(try await books.search(query: "도스토옙스키").books.map(\.title) == ["가난한 사람들"])
    #expect(try await books.lookUp(search: "9788998702182").books.map(\.title) == ["논어"])
    #expect(try await books.search(query: "없는 책").books.isEmpty)
    let second = try await books.search(query: "", maxResults: 4, start: 3)
    #expect(second.books.count == 2 && second.currentPage == 3)
    #expect(try await books.show(id: second.books[0].id) == second.books[0])
    let error = await #expect(throws: APIError.self) { try await books.show(id: "x") }
    #expect(error?.serverCode == "BOOK_NOT_FOUND")
  }

  @Test func shelfRecordsAndReviewsReferToEachOther() async throws {
    let entries = try await ReadingBooks.preview.list()
    #expect(entries.total == 6 && Set(entries.map(\.id)).count == 6)
    for entry in entries { #expect(try await Books.preview.show(id: entry.bookID) == entry.book) }
    let completed = try await ReadingBooks.preview.list(status: .completed)
    #expect(completed.allSatisfy { $0.endDate != nil && $0.rating != nil })
    let read = try await ReadingBooks.preview.update(id: entries[0].id, changes: .init(status: .completed, rating: 5))
    #expect(read.status == .completed && read.rating == 5 && read.currentPage == entries[0].currentPage)
    let ids = entries.map(\.id)
    #expect(try await ReadingRecords.preview.list().allSatisfy { ids.contains($0.readingBookID) })
    #expect(try await ReadingRecords.preview.list(readingBook: ids[3]).count == 1)
    let mine = try await Reviews.preview.list()
    #expect(mine.count == 1 && ids.contains(mine[0].readingBookID))
    #expect(try await Reviews.preview.ofBook(book: mine[0].bookID).map(\.isMine) == [true, false])
    await #expect(throws: APIError.self) { try await ReadingBooks.preview.remove(id: "x") }
  }

  @Test func theReportRecommendsBooksThatAreNotOnTheShelf() async throws {
    let report = try await Onboarding.preview.report()
    let shelf = Set(try await ReadingBooks.preview.list().map(\.bookID))
    #expect(report.recommendedBooks.allSatisfy { !shelf.contains($0.book.id) })
    #expect(([report.readingStyle.main] + report.readingStyle.others).map(\.percentage).reduce(0, +) == 100)
    #expect(try await Onboarding.preview.genres().count == 12)
  }
}
