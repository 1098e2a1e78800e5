import DockDock
import Foundation
import Naru
import Testing

/// The wire format of the models, compared with Foundation's coders.
struct ModelTests {
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

  /// Decodes and encodes with both coders, and expects equal results.
  @discardableResult
  private func roundTrip<Model: Codable & Equatable>(
    _ json: String,
    as type: Model.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Model {
    #expect(type is any Payload.Type, sourceLocation: sourceLocation)
    let data = Data(json.utf8)
    let value = try DockDockFormat.json.decode(type, from: data)
    let coded = try decoder.decode(type, from: data)
    #expect(coded == value, sourceLocation: sourceLocation)
    #expect(try sorted(DockDockFormat.json.encode(value)) == json, sourceLocation: sourceLocation)
    #expect(try sorted(encoder.encode(value)) == json, sourceLocation: sourceLocation)
    return value
  }

  private func sorted(_ data: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: data)
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }

  /// Foundation's coders with the format's dates, which have milliseconds.
  private var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
    }
    return decoder
  }

  private var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date))
    }
    return encoder
  }
}
