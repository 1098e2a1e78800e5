import DockDock
import Foundation
import HTTPTypes
import Naru
import Rules
import Testing

/// The catalogue's endpoints. CatalogueTests tests the search itself.
struct BooksTests {
  private let books: Books

  init() async throws {
    books = Books.live(try await TestBackend().client())
  }

  @Test(arguments: ["클린코드", "클린 코드", "ㅋㄹㅋㄷ", "클린코ㄷ", "9788966260959", "978-89-6626-095-9", "로버트 마틴"])
  func aSearchFindsTheBook(query: String) async throws {
    let page = try await books.search(query: query)
    #expect(page.books.first?.title == "클린 코드")
    #expect(page.query == query)
    #expect(page.totalResults == 1)
    #expect(page.currentPage == 1)
    #expect(page.itemsPerPage == 10)
  }

  @Test func nothingFoundIsAnEmptyPage() async throws {
    let page = try await books.search(query: "없는책없는책")
    #expect(page.books.isEmpty)
    #expect(page.totalResults == 0)
  }

  @Test func aBookHasAllKnownFacts() async throws {
    let book = try await books.show(id: "9788966260959")
    #expect(book.id == "6e617275-0000-8000-8978-008966260959")
    #expect(book.isbn == "8966260950")
    #expect(book.subtitle == "애자일 소프트웨어 장인 정신")
    #expect(book.publisher == "인사이트")
    #expect(book.publishedDate == "2013-12-24")
    #expect(book.price == Book.Price(standard: 33000, sales: 33000))
    #expect(book.categoryName == "총류")
    #expect(book.coverImage == "http://naru.invalid/covers/9788966260959.svg")
    #expect(try await books.show(id: book.id) == book)
    #expect(try await books.show(id: book.id.uppercased()) == book)
  }

  @Test(arguments: ["nope", "9788966260950", "9788900000008", "6e617275-0000-8000-8978-008900000008"])
  func anUnknownBookIsNotFound(id: String) async throws {
    let error = try #require(await #expect(throws: APIError.self) { try await books.show(id: id) })
    #expect(error.code == .notFound)
    #expect(error.serverCode == "BOOK_NOT_FOUND")
  }

  @Test func aLookUpTakesAnISBNOrATitle() async throws {
    #expect(try await books.lookUp(search: "978-89-374-6044-9").books.map(\.title) == ["데미안"])
    #expect(try await books.lookUp(search: "8937460440").totalResults <= 1)
    #expect(try await books.lookUp(search: "어린왕자").books.map(\.title) == ["어린 왕자"])
    #expect(try await books.lookUp(search: "생텍쥐페리").books.isEmpty)
  }

  @Test func aSearchIsPagedAndSorted() async throws {
    let first = try await books.search(query: "지음", maxResults: 3, start: 1, sort: .publishTime)
    let second = try await books.search(query: "지음", maxResults: 3, start: 2, sort: .publishTime)
    #expect(first.totalResults == 4)
    #expect(
      (first.books + second.books).compactMap(\.publishedDate) == [
        "2015-10-20", "2013-12-24", "2000-12-20", "1999-11-19",
      ]
    )
    let byTitle = try await books.search(query: "지음", sort: .title).books.map(\.title)
    #expect(byTitle == byTitle.sorted())
    #expect(try await books.search(query: "민음사", queryType: .publisher).books.map(\.title) == ["데미안"])
    #expect(try await books.search(query: "헤세", queryType: .title).books.isEmpty)
  }

  @Test(arguments: [
    (0, 1, "maxResults"), (51, 1, "maxResults"), (-1, 1, "maxResults"), (10, 0, "start"), (10, Int.min, "start"),
  ])
  func pageAndSizeAreChecked(maxResults: Int, start: Int, name: String) async throws {
    let error = try #require(
      await #expect(throws: APIError.self) { try await books.search(query: "책", maxResults: maxResults, start: start) }
    )
    #expect(error.status?.code == 400)
    #expect(error.serverCode == "VALIDATION_ERROR")
    #expect(error.localizedDescription.contains(FieldName(name).term.korean))
  }
}
