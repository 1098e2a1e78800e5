import DockDock
import Foundation
import Naru
import Testing

/// The exact fields of the payloads, on which other clients rely.
struct WireTests {
  static let book = """
    {"author":"조앤 K. 롤링","categoryName":"문학","coverImage":"https://a.b/c.png","description":"…","id":"9788983920683",\
    "isbn":"8983920688","isbn13":"9788983920683","link":"https://a.b/9788983920683","pageCount":312,\
    "price":{"currency":"KRW","sales":8100,"standard":9000},"publishedDate":"1999-11-19","publisher":"문학수첩","rating":4.5,\
    "stockStatus":"available","subtitle":"1","title":"해리포터와 마법사의 돌"}
    """

  @Test(arguments: [book, #"{"id":"1","title":"나루"}"#])
  func booksRoundTrip(_ json: String) throws {
    try roundTrip(json, as: Book.self)
    try roundTrip("[\(json)]", as: [Book].self)
  }

  @Test func aPageOfBooksRoundTrips() throws {
    let json = #"{"books":[\#(Self.book)],"currentPage":1,"itemsPerPage":10,"query":"ㅎㄹㅍㅌ","totalResults":1}"#
    let page = try roundTrip(json, as: BookPage.self)
    #expect(page.books.first?.price == Book.Price(standard: 9000, sales: 8100))
  }

  @Test func aShelfEntryRoundTrips() throws {
    let json = """
      {"book":\(Self.book),"book_id":"9788983920683","created_at":"2026-03-04T09:30:00.123Z","current_page":12,\
      "end_date":"2026-03-05T00:00:00.000Z","id":"e1","rating":4,"start_date":"2026-03-04T09:30:00.123Z",\
      "status":"completed","updated_at":"2026-03-05T00:00:00.000Z","user_id":"u1"}
      """
    let entry = try roundTrip(json, as: ReadingBook.self)
    #expect(entry.userID == "u1")
    #expect(entry.book?.title == "해리포터와 마법사의 돌")
    try roundTrip(
      #"{"book_id":"1","created_at":"2026-03-04T09:30:00.123Z","id":"e","status":"reading","updated_at":"2026-03-04T09:30:00.123Z","user_id":"u"}"#,
      as: ReadingBook.self
    )
  }

  @Test func shelfRequestsRoundTrip() throws {
    let new = try roundTrip(#"{"book_id":"1","current_page":3,"status":"wishlist"}"#, as: NewReadingBook.self)
    #expect(new == NewReadingBook(bookID: "1", status: .wishlist, currentPage: 3))
    let changes = try roundTrip(
      #"{"end_date":"2026-03-05T00:00:00.000Z","rating":4.5,"status":"completed"}"#,
      as: ReadingBookChanges.self
    )
    #expect(changes.status == .completed)
    try roundTrip("{}", as: ReadingBookChanges.self)
  }

  @Test func queryValuesRoundTrip() throws {
    try roundTrip(#"["Title","Author","Publisher","Keyword"]"#, as: [BookQueryType].self)
    try roundTrip(#"["Accuracy","PublishTime","Title","SalesPoint"]"#, as: [BookSort].self)
  }

  /// Decodes and encodes, and expects the same fields. The tests of payloads compare the coder with Foundation's.
  @discardableResult
  private func roundTrip<Model: Payload & Equatable>(
    _ json: String,
    as type: Model.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Model {
    let value = try DockDockFormat.json.decode(type, from: Data(json.utf8))
    #expect(try sorted(DockDockFormat.json.encode(value)) == json, sourceLocation: sourceLocation)
    return value
  }

  private func sorted(_ data: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: data)
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }
}
