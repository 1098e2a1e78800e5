import Foundation
import NaruJSON
import Testing

/// Lists with elements that can't be read.
struct LossyTests {
  private struct Book: Codable, Hashable {
    var id: Int
    var at: Date?
    var price: Decimal?
  }
  private struct Shelf: Codable, Equatable {
    var books: Lossy<[Book]>
    var more: Lossy<[Int?]>?
  }

  private let json = JSONCoding()

  private func shelf(_ text: String) throws -> Shelf {
    try json.decode(Shelf.self, from: Data(text.utf8))
  }

  @Test func unreadableElementsAreReportedAndTheOthersKept() throws {
    let shelf = try shelf(
      #"{"books":[{"id":1,"at":"2026-03-04T00:00:00Z","price":0.1},{},null,{"id":"4"},7,[],{"id":7,"at":"now"},{"id":8}]}"#
    )
    #expect(shelf.books.map(\.id) == [1, 8])
    #expect(shelf.books.first?.at == Date(timeIntervalSince1970: 1_772_582_400))
    #expect(shelf.books.first?.price == Decimal(string: "0.1"))
    #expect(shelf.books.dropped.map(\.index) == [1, 2, 3, 4, 5, 6])
    let descriptions = shelf.books.dropped.map(\.description)
    #expect(descriptions.first == "books[1].id: is missing")
    #expect(descriptions.dropFirst(2).first?.hasPrefix("books[3].id: Expected to decode Int") == true)
    #expect(descriptions.last == "books[6].at: “now” is not a date such as 2026-03-04T09:30:00.000Z.")
    #expect(shelf.books.dropped.allSatisfy { $0.codingPath.first?.stringValue == "books" && !$0.reason.isEmpty })
  }

  @Test(arguments: ["{}", #"{"books":null}"#, #"{"books":{}}"#, #"{"books":"[]"}"#])
  func aValueThatIsNotAListIsAnError(text: String) throws {
    let error = #expect(throws: DecodingError.self) { try shelf(text) }
    #expect(try #require(error).place == "books")
  }

  @Test func anOptionalListMayBeAbsentAndItsElementsMayBeNull() throws {
    #expect(try shelf(#"{"books":[]}"#).more == nil)
    let more = try shelf(#"{"books":[],"more":[1,null,"x",4]}"#).more
    #expect(more?.elements == [1, nil, 4])
    #expect(more?.dropped.map(\.description.localizedLowercase).first?.hasPrefix("more[2]: ") == true)
  }

  @Test func nestedListsDropTheirOwnUnreadableElements() throws {
    let lists = try json.decode(Lossy<[Lossy<[Int]>]>.self, from: Data(#"[[1,"a",3],"b",[],[null]]"#.utf8))
    #expect(lists.map(\.elements) == [[1, 3], [], []])
    #expect(lists.dropped.map(\.index) == [1])
    #expect(
      lists.map { $0.dropped.map(\.description.localizedLowercase).map { $0.prefix(7) } } == [
        ["[0][1]:"], [], ["[3][0]:"],
      ]
    )
  }

  /// Types that coders read in their own way.
  @Test func elementsFollowTheStrategiesOfTheDecoder() throws {
    let dates = try json.decode(Lossy<[Date]>.self, from: Data(#"["2026-03-04T00:00:00Z","now",0]"#.utf8))
    #expect(dates == Lossy([Date(timeIntervalSince1970: 1_772_582_400)]))
    #expect(dates.dropped.map(\.index) == [1, 2])
    #expect(try json.decode(Lossy<[Decimal]>.self, from: Data("[0.1]".utf8)).first == Decimal(string: "0.1"))
    #expect(try json.decode(Lossy<[URL]>.self, from: Data(#"["https://h/1"]"#.utf8)).first?.path() == "/1")
  }

  @Test
  func keptElementsAreWritten() throws {
    let read = try json.decode(Lossy<[Int]>.self, from: Data("[1,true,3]".utf8))
    #expect(String(decoding: try json.encode(read), as: UTF8.self) == "[1,3]")
    #expect(read == Lossy([1, 3]) && Set([read, Lossy([1, 3])]).count == 1)
  }

  @Test func aLossyListIsARandomAccessCollection() {
    let list = Lossy([1, 2, 3])
    #expect(list.count == 3 && list[1] == 2 && list.reversed() == [3, 2, 1] && list.suffix(2).elementsEqual([2, 3]))
    #expect(list.dropped.isEmpty)
  }

  /// Random lists of readable and unreadable elements.
  @Test func everyElementIsEitherKeptOrReported() throws {
    var random = SeededRandom(seed: 11)
    let bad = ["null", "\"x\"", "{}", "[1]", "1.5", "99999999999999999999", "true"]
    for _ in 0..<200 {
      let elements = (0..<Int.random(in: 0...12, using: &random)).map { index in
        Bool.random(using: &random) ? String(index) : bad.randomElement(using: &random) ?? ""
      }
      let list = try json.decode(Lossy<[Int]>.self, from: Data("[\(elements.joined(separator: ","))]".utf8))
      #expect(list.elements == elements.compactMap(Int.init).filter { $0 <= 12 })
      #expect(list.dropped.map(\.index) == elements.indices.filter { bad.contains(elements[$0]) })
    }
  }

  @Test func aDecoderThatDoesNotAdvanceIsAnError() {
    #expect(throws: DecodingError.self) { try Lossy<[Int]>(from: StuckDecoder()) }
  }

  @Test func reasonsContainNoSecretsOrLineBreaks() throws {
    struct Odd: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "bad\npassword=hunter2"))
      }
    }
    let list = try json.decode(Lossy<[Odd]>.self, from: Data("[1]".utf8))
    #expect(list.dropped.map(\.description) == ["[0]: bad password=<redacted>"])
  }
}

/// A decoder that never advances past an element.
private struct StuckDecoder: Decoder, UnkeyedDecodingContainer, SingleValueDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int? { nil }
  var isAtEnd: Bool { false }
  var currentIndex: Int { 0 }
  private var failure: DecodingError { .dataCorrupted(.init(codingPath: [], debugDescription: "stuck")) }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw failure }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
  func decode(_ type: Int.Type) throws -> Int { throw failure }
  func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw failure }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw failure }
  func superDecoder() throws -> any Decoder { throw failure }
}
