import Aladin
import DockDock
import Foundation
import HTTPTypes
import Logging
import Naru
import NaruTesting
import Testing

struct AladinTests {
  private let aladin = ScriptedTransport()
  private let log = LineLog()
  private let test: TestBackend
  private let books: Books

  init() async throws {
    test = try await TestBackend(aladin: aladin, logger: log.logger)
    books = Books.live(test.client())
  }

  private func answerSearches(_ answers: ScriptedResponse...) {
    for answer in answers { aladin.on(AladinItems.Endpoints.search, answer) }
  }

  @Test func aRequestFollowsAladinsGuideAndEndsWithTheKey() async throws {
    let sent = Locked<String?>(nil)
    answerSearches(
      .response { request in
        let head = request.head
        sent.withLock { $0 = "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")" }
        return APIResponse(head: HTTPResponse(status: .ok), body: Data(AladinAnswers.empty.utf8))
      }
    )
    _ = try await books.search(query: "C++ & 데미안", queryType: .title, sort: .publishTime)
    let address = try #require(sent.withLock { $0 })
    #expect(address.hasPrefix("https://www.aladin.co.kr/ttb/api/ItemSearch.aspx?Query=C%2B%2B%20%26%20%EB%8D%B0"))
    #expect(address.hasSuffix("&ttbkey=ttbsecret"))
    let items = Set(address.split(separator: "?")[1].split(separator: "&").dropFirst())
    #expect(
      items == [
        "QueryType=Title", "Sort=PublishTime", "MaxResults=50", "start=1", "SearchTarget=Book", "Cover=Big",
        "output=js", "Version=20131101", "ttbkey=ttbsecret",
      ]
    )
  }

  @Test func aSearchMergesTheBooksAndFactsOfBothSources() async throws {
    answerSearches(.text(AladinAnswers.search))
    let page = try await books.search(query: "데미안")
    #expect(page.books.map(\.isbn13) == ["9788937460449", "9791190090018", "9788932917245"])
    #expect(page.totalResults == 3)
    let demian = page.books[0]
    // The catalogue's title and class, Aladin's picture and prices.
    #expect(demian.title == "데미안" && demian.categoryName == "문학" && demian.publishedDate == "2000-12-20")
    #expect(demian.coverImage == "https://image.aladin.example/cover/1_1.jpg")
    #expect(demian.price == Book.Price(standard: 8000, sales: 7200))
    #expect(demian.rating == 4.5 && demian.stockStatus == nil)
    #expect(demian.description == "싱클레어의 <성장> 이야기. \"새는 알에서 나오려고 싸운다.\" 가 나")
    #expect(demian.link == "https://www.aladin.example/shop/wproduct.aspx?ItemId=1&start=api")
    let new = page.books[1]
    #expect(new.title == "데미안을 찾아서" && new.author == "한지은 & 친구들 (지은이)" && new.categoryName == "에세이")
    #expect(new.isbn == nil && new.rating == nil && new.stockStatus == "절판" && new.description == nil)
    #expect(new.pageCount == nil)
    // The book with only an ISBN-10 is in the catalogue, too.
    #expect(page.books[2].title == "어린 왕자")
    // A repeated search is answered from the cache.
    #expect(try await books.search(query: "데미안 ", maxResults: 2).books == Array(page.books.prefix(2)))
    aladin.expectAllUsed()
  }

  @Test func pagesContinueFromAladinsBooksToTheCataloguesInEveryOrder() async throws {
    for _ in 0..<3 { answerSearches(.text(AladinAnswers.search)) }
    for sort in BookSort.allCases {
      let whole = try await books.search(query: "지음", maxResults: 50, sort: sort).books
      #expect(Set(whole.map(\.id)).count == 5 && whole.count == 5)
      var parts: [Book] = []
      for page in 1...4 {
        parts += try await books.search(query: "지음", maxResults: 2, start: page, sort: sort).books
      }
      #expect(parts == whole)
      switch sort {
      case .accuracy, .salesPoint: #expect(whole[1].isbn13 == "9791190090018")
      case .publishTime:
        let days = whole.compactMap(\.publishedDate)
        #expect(days == days.sorted(by: >) && days.count == 4 + 1)
      case .title: #expect(whole.map(\.title) == whole.map(\.title).sorted())
      }
    }
  }

  @Test func aBookFromAladinStaysOnTheShelfWhenAladinIsUnreachable() async throws {
    answerSearches(.text(AladinAnswers.search))
    aladin.on(AladinItems.Endpoints.lookUp, .text(AladinAnswers.noSuchItem), .error(APIError(.unreachable)).always)
    let book = try #require(try await books.search(query: "데미안").books.first { $0.isbn13 == "9791190090018" })
    let shelf = ReadingBooks.live(test.client("hong"))
    let entry = try await shelf.add(book: NewReadingBook(bookID: book.id, status: .reading, currentPage: 12))
    #expect(entry.book == book)
    test.wait(2 * 86_400)
    #expect(try await shelf.list().elements.map(\.book) == [book])
    #expect(try await books.show(id: "979-11-90090-01-8") == book)
    #expect(try await shelf.update(id: entry.id, changes: .init(status: .completed)).book == book)
  }

  @Test func aLaterSearchKeepsThePageCountOfALookUp() async throws {
    answerSearches(.text(AladinAnswers.search))
    aladin.on(AladinItems.Endpoints.lookUp, .text(AladinAnswers.lookUp), .text(AladinAnswers.noSuchItem))
    #expect(try await books.show(id: "9788937460449").pageCount == 239)
    #expect(try await books.search(query: "데미안").books[0].pageCount == 239)
    #expect(try await books.lookUp(search: "9788937460449").books.map(\.pageCount) == [239])
    let error = await #expect(throws: APIError.self) { try await books.show(id: "9788900000009") }
    #expect(error?.serverCode == "BOOK_NOT_FOUND")
    // A missing item is cached as well.
    await #expect(throws: APIError.self) { try await books.show(id: "9788900000009") }
    aladin.expectAllUsed()
  }

  @Test(
    arguments: [
      .error(APIError(.unreachable)), .error(APIError(.timedOut)), .text(AladinAnswers.badKey),
      .text("<html>점검 중</html>"), .text("", status: .serviceUnavailable),
      .text(AladinAnswers.badKey, status: .forbidden),
    ] as [ScriptedResponse]
  )
  func theCatalogueAnswersAloneWhileAladinIsSilentAndTheLogSaysSoOnce(answer: ScriptedResponse) async throws {
    answerSearches(answer)
    let page = try await books.search(query: "데미안")
    #expect(page.books.map(\.title) == ["데미안"] && page.totalResults == 1)
    #expect(page.books[0].coverImage == "http://naru.invalid/covers/9788937460449.png")
    // Aladin is not asked for a minute: the script has no second answer.
    #expect(try await books.search(query: "클린코드").books.count == 1)
    #expect(log.lines.count == 1 && log.lines[0].contains("Aladin"), "\(log.lines)")
    test.wait(61)
    answerSearches(answer, .text(AladinAnswers.search))
    _ = try await books.search(query: "데미안")
    #expect(log.lines.count == 1)
    test.wait(61)
    #expect(try await books.search(query: "데미안").books.count == 3)
    #expect(log.lines.count == 2 && log.lines[1].contains("again"))
    #expect(!log.lines.joined().contains("ttbsecret"))
    aladin.expectAllUsed()
  }

  @Test func aCachedAnswerExpiresAfterADay() async throws {
    answerSearches(.text(AladinAnswers.search), .text(AladinAnswers.empty))
    #expect(try await books.search(query: "데미안").totalResults == 3)
    test.wait(86_400 - 1)
    #expect(try await books.search(query: " 데미안").totalResults == 3)
    test.wait(2)
    #expect(try await books.search(query: "데미안").totalResults == 1)
    aladin.expectAllUsed()
  }

  @Test func noErrorDescriptionOrCurlCommandShowsTheKey() async throws {
    for answer in [ScriptedResponse.text(AladinAnswers.badKey), .text("nonsense"), .text("", status: .badGateway)] {
      answerSearches(answer)
      let client = APIClient(AladinKey.server, transport: aladin, middleware: [AladinKey(Secret("ttbQX7"))])
      let error = await #expect(throws: APIError.self) {
        try await AladinItems.live(client).search(search: ItemSearch(query: "데미안"))
      }
      let seen = "\(String(describing: error)) \(String(reflecting: error)) \(error?.curl ?? "")"
      #expect(seen.contains("ItemSearch.aspx") && !seen.contains("ttbQX7"), "\(seen)")
    }
  }
}

/// A log handler that collects lines.
struct LineLog: Sendable {
  private let written = Locked<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  var logger: Logger {
    Logger(label: "test") { [written] _ in Handler(written: written) }
  }

  private struct Handler: LogHandler {
    let written: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      written.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
  }
}
