import Catalogue
import Foundation
import FoundationXML
import Testing

@Suite struct CoverTests {
  @Test(arguments: [
    "좌표를 낳게 한 파리", "<a> & \"b\" 'c'", "\u{0}\u{1B}\u{8}제어\u{FFFE}문자", "", String(repeating: "긴제목", count: 400), "👩‍👩‍👧‍👦 가족",
    "(붕붕붕)탈것 :부제 =Vehicles",
  ])
  func coverIsWellFormedAndStaysTheSame(title: String) throws {
    let isbn = try #require(ISBN("9788900059526"))
    let book = CatalogueBook(isbn: isbn, title: title, author: "글 & <그림>", publisher: "동아출판", kdc: "813")
    let svg = Cover.svg(for: book)
    let parser = XMLParser(data: Data(svg.utf8))
    let isWellFormed = parser.parse()
    #expect(isWellFormed, "\(String(describing: parser.parserError))\n\(svg)")
    #expect(Cover.svg(for: book) == svg)
  }

  @Test func longTitleEndsInAnEllipsisAfterFiveLines() throws {
    let isbn = try #require(ISBN("9788900059526"))
    let svg = Cover.svg(for: CatalogueBook(isbn: isbn, title: String(repeating: "아주 긴 제목 ", count: 30)))
    #expect(svg.components(separatedBy: "font-size=\"26\"").count - 1 == 5)
    #expect(svg.contains("…</text>"))
  }

  @Test func colourFollowsTheSubject() throws {
    let isbn = try #require(ISBN("9788900059526"))
    let covers = (0...9).map { Cover.svg(for: CatalogueBook(isbn: isbn, title: "책", kdc: "\($0)00")) }
    #expect(Set(covers).count == 10)
  }
}
