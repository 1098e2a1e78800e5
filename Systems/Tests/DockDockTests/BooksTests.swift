import Catalogue
import DockDock
import DockDockFeatures
import Foundation
import HTTPTypes
import Naru
import SystemTesting
import Testing

/// The catalogue's endpoints. CatalogueTests tests the search itself.
struct BooksTests {
  private let test: TestShelf
  private let books: Books

  init() async throws {
    test = try TestShelf()
    books = Books.live(test.client())
  }

  /// Returns the address of a cover as a client gets it that sends a `Host`.
  private func cover(_ server: any Transport, host: String?) async throws -> String? {
    let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/api/v1/books/9788966260959")
    let request = APIRequest(endpoint: Books.Endpoints.show, head: head)
    let body = try await server.send(request).body
    return try DockDockFormat.decode(Book.self, from: body).coverImage
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

  /// The examples of the documentation and of the sentence for a search without results.
  @Test func theExamplesFindShippedBooks() async throws {
    let lines = try String(contentsOf: Catalogue.seedURL, encoding: .utf8).split(separator: "\n")
    // An import of all books would hold up the other tests.
    let words = ["논어", "해리포터", "금속기사", "재발견"]
    let some = lines.prefix(1) + lines.dropFirst().filter { line in words.contains(where: line.contains) }
    try test.importBooks(some.joined(separator: "\n"))
    for text in Books.examples + ["금속기사문제와해설", "9788998702182", "인의재발견"] {
      #expect(try await !books.search(query: text).books.isEmpty, "\(text)")
    }
    #expect(await Books.examples.allSatisfy(BookSearchModel.nothingFound.korean.contains))
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
    #expect(book.coverImage == "http://naru.invalid/covers/9788966260959.png")
    #expect(try await books.show(id: book.id) == book)
    #expect(try await books.show(id: book.id.uppercased()) == book)
  }

  @Test(arguments: ["192.168.0.7:8080", "api.example.com", "localhost:1", "[::1]:8080", "[fe80::1]", "my_host."])
  func anAddressBeginsWithAWellFormedHost(host: String) async throws {
    #expect(try await cover(test.server.transport, host: host) == "http://\(host)/covers/9788966260959.png")
  }

  @Test(
    arguments: [
      nil, "", "evil.example/x?", "a@b", "a b", "a\"b", "a:b", "a:123456", ":80", "[::1", "[x]", "a,b", "가.kr", "<b>",
      "a#b",
      String(repeating: "a", count: 300),
    ] as [String?]
  )
  func anAddressIsRelativeWithoutAWellFormedHost(host: String?) async throws {
    #expect(try await cover(test.server.transport, host: host) == "/covers/9788966260959.png")
  }

  @Test(arguments: ["https://api.example.com", "https://api.example.com/"])
  func anAddressBeginsWithTheConfiguredOne(publicURL: String) async throws {
    let test = try TestShelf(settings: ["NARU_IDENTITY_PUBLIC_URL": publicURL])
    for host in ["evil.example", "api.example.com:80", nil] {
      #expect(try await cover(test.server.transport, host: host) == "https://api.example.com/covers/9788966260959.png")
    }
  }

  @Test(arguments: ["api.example.com", "ftp://api.example.com", "https://", "x y"])
  func anAddressThatIsNotOfAServerIsRejectedAtTheStart(publicURL: String) throws {
    let error = #expect(throws: MessageError.self) {
      try TestShelf(settings: ["NARU_IDENTITY_PUBLIC_URL": publicURL])
    }
    #expect(error?.localizedMessage.english.contains("NARU_IDENTITY_PUBLIC_URL") == true)
  }

  @Test(arguments: [
    ("nope", false), ("9788900000009", false), ("6e617275-0000-8000-8978-008900000008", false), ("9788966260950", true),
    ("978-8966-26095", true), ("97889662609599", true),
  ])
  func anUnknownBookIsNotFoundAndAMistypedNumberIsNamed(id: String, isMistyped: Bool) async throws {
    let error = try #require(await #expect(throws: APIError.self) { try await books.show(id: id) })
    #expect(error.code == .notFound && error.serverCode == "BOOK_NOT_FOUND")
    #expect(error.localizedMessage.korean.contains("ISBN이 아닙니다: “\(id)”") == isMistyped, "\(error)")
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

  @Test func aLargerPageThanAllowedIsCapped() async throws {
    let page = try await books.search(query: "지음", maxResults: 100)
    #expect(page.itemsPerPage == 50 && page.books.count == 4)
    #expect(try await books.lookUp(search: "데미안", maxResults: Int(Int32.max)).itemsPerPage == 50)
  }

  @Test func bestsellersAreTheBestMatches() async throws {
    let page = try await books.search(query: "지음", sort: .salesPoint)
    #expect(page == (try await books.search(query: "지음")))
  }
}
