import Foundation
import HTTPTypes
import Konkuk
import Naru
import Storage
import Support
import SystemTesting
import Testing

/// The wire format that other clients depend on.
struct WireTests {
  private static let path = "/pyxis-api/1/biblio-type-popular-charged-books"
  private let test: TestLibrary

  init() throws { test = try TestLibrary(csv: TestLibrary.csv) }

  @Test func aListHasTheEnvelopeExactNamesAndNoNullStrings() async throws {
    let answer = try await test.server.send("GET", "\(Self.path)?max=20&biblioType=1,2,%203&classNo=9")
    #expect(answer.status == 200 && answer.names == ["success", "code", "message", "data"])
    #expect(answer["success"] == true as NSNumber && answer["code"] == "success.retrieved" as NSString)
    #expect(answer["message"] == "Retrieved." as NSString && answer["data.totalCount"] == 2 as NSNumber)
    let books = try #require(answer["data.list"] as? [NSDictionary])
    #expect(books.count == 2)
    let book = try #require(books.first { $0["isbn"] as? String == "9788900059526" })
    #expect(book["chargeCount"] as? Int ?? 0 > 0)
    let expected: NSDictionary = [
      "id": 9_788_900_059_526, "titleStatement": "무제", "author": "", "publisher": "", "isbn": "9788900059526",
      "thumbnailUrl": "http://naru.invalid/covers/9788900059526.png", "chargeCount": book["chargeCount"] ?? 0,
    ]
    #expect(book == expected)
  }

  @Test func theDefaultIsTenBooksAndABadTokenIsIgnored() async throws {
    #expect(try await test.server.send("GET", Self.path, as: "bad")["data.totalCount"] == 10 as NSNumber)
    let months = "fromDateReceived=202304&toDateReceived=202603"
    #expect(
      try await test.server.send("GET", "\(Self.path)?\(months)&max=1&biblioType=")["data.totalCount"] == 1 as NSNumber
    )
    let none = try await test.server.send("GET", "\(Self.path)?fromDateReceived=190001&toDateReceived=190001")
    #expect(none.status == 200 && none["data.list"] == NSArray() && none["data.totalCount"] == 0 as NSNumber)
  }

  @Test func theClientWritesTheLibrarysQuery() async throws {
    let seen = Locked("")
    let transport = ClosureTransport { request in
      seen.withLock { $0 = request.head.path ?? "" }
      let body = """
        {"success":true,"code":"success.retrieved","message":"조회되었습니다.","data":{"totalCount":10,"list":[{"id":2063706,
        "titleStatement":"책","author":"","publisher":"","thumbnailUrl":"x","rank":1}]}}
        """
      return APIResponse(head: HTTPResponse(status: .ok), body: Data(body.utf8))
    }
    let books = PopularBooks.live(APIClient(InMemoryTransport.url, transport: transport))
    let found = try await books.mostBorrowed(
      max: 10,
      biblioType: ["1", "2"],
      category: .literature,
      months: LoanMonths("202601", "202603")
    )
    #expect(
      seen.withLock { $0 }
        == "\(Self.path)?max=10&biblioType=1%2C2&classNo=7&fromDateReceived=202601&toDateReceived=202603"
    )
    // Another server may omit optional fields and add unknown ones.
    #expect(found.books == [PopularBook(id: 2_063_706, title: "책", author: "", publisher: "", thumbnailURL: "x")])
  }

  @Test(
    arguments: [
      ("fromDateReceived=202601", "toDateReceived"), ("toDateReceived=202601", "fromDateReceived"),
      ("fromDateReceived=202602&toDateReceived=202601", "fromDateReceived"),
      ("fromDateReceived=202613&toDateReceived=202701", "fromDateReceived"),
      ("fromDateReceived=202601&toDateReceived=202600", "toDateReceived"),
      ("fromDateReceived=2026-1&toDateReceived=202603", "fromDateReceived"),
      ("fromDateReceived=20261&toDateReceived=202603", "fromDateReceived"),
      ("fromDateReceived=%2B20260&toDateReceived=202603", "fromDateReceived"),
      ("fromDateReceived=000001&toDateReceived=202603", "fromDateReceived"),
      ("fromDateReceived=%F0%9F%93%9A&toDateReceived=202603", "fromDateReceived"),
      ("fromDateReceived=&toDateReceived=", "fromDateReceived"),
      ("fromDateReceived=202601&toDateReceived='%3BDROP%20TABLE%20book", "toDateReceived"),
    ]
  )
  func badInputIsA400ThatNamesTheField(query: String, field: String) async throws {
    let answer = try await test.server.send("GET", "\(Self.path)?\(query)")
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.names.subtracting(["errors"]) == ["success", "code", "message", "data"])
    #expect(answer["success"] == false as NSNumber && answer["data"] == NSNull())
    #expect((answer["code"] as? String)?.hasPrefix("error.") == true)
    #expect((answer["message"] as? String)?.contains("`\(field)`") == true, "\(answer.text)")
  }

  @Test func thePreviewHasAsManyBooksAsRequestedUpToTen() async throws {
    #expect(try await PopularBooks.preview.mostBorrowed().books.count == 10)
    #expect(try await PopularBooks.preview.mostBorrowed(max: 3, category: .arts).totalCount == 3)
  }

  @Test func aRepeatedLoanOfABookThatIsGoneIsTheFirstResponse() async throws {
    let body = #"{"isbn":"9788966260959"}"#
    let isReplayed = try await test.server.isReplayed("POST", "/pyxis-api/1/loans", body, as: "hong") {
      _ = try await test.database.write { try $0.run("DELETE FROM book") }
    }
    #expect(isReplayed)
    #expect(try await test.database.read { try $0.value("SELECT count(*) FROM konkuk_loan") } == 1)
  }
}
