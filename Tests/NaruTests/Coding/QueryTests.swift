import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The query as it is sent, compared with how Foundation reads it.
struct QueryTests {
  private func target(_ fill: (inout OutgoingCall) -> Void) async throws -> String {
    var call = OutgoingCall(Endpoint("Notes", "find", .get, "/notes"))
    fill(&call)
    let path = Locked("")
    let transport = ClosureTransport { request in
      path.withLock { $0 = request.head.path ?? "" }
      return APIResponse(head: HTTPResponse(status: .ok))
    }
    try await APIClient(try #require(URL(string: "https://h")), transport: transport).send(call)
    return path.withLock { $0 }
  }

  private func items(_ target: String) throws -> [URLQueryItem] {
    try #require(URLComponents(string: "https://h\(target)")?.queryItems)
  }

  @Test(arguments: [
    "plain", "a b", "a+b", "a&b=c", "100%", "#?/;", "한글", "👨‍👩‍👧", "\u{1112}\u{1161}\u{11AB}", "\"<>\\^`{|}", "\n\t\0",
  ])
  func everyTextArrives(text: String) async throws {
    let target = try await target { $0.query("text", text) }
    // Foundation's decoder leaves a plus sign alone, so there must be none.
    #expect(!target.contains("+"))
    #expect(try items(target) == [URLQueryItem(name: "text", value: text.precomposedStringWithCanonicalMapping)])
  }

  @Test func randomTextsArrive() async throws {
    var random = SeededRandom(seed: 20_261_121)
    let alphabet = Array("abc +&=%#?/:;@!$'()*,[]~-_.가힣ㅎ漢é🇰🇷\u{0301}\u{200D}".unicodeScalars)
    for _ in 0..<300 {
      let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
        alphabet.randomElement(using: &random)
      }
      let text = String(String.UnicodeScalarView(scalars))
      let target = try await target { $0.query("t", text) }
      #expect(try items(target).first?.value == text.precomposedStringWithCanonicalMapping)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberThatJSONDoesNotHaveIsNotSent(number: Double) async throws {
    for value in [[number], [1, number]] {
      #expect(await code { try await target { $0.query("t", value) } } == .encodingFailed)
    }
  }

  @Test func decomposedHangulIsSentComposed() async throws {
    #expect(try await target { $0.query("t", "\u{1112}\u{1161}\u{11AB}") } == "/notes?t=%ED%95%9C")
  }

  private enum Color: String, Codable { case red }
  private struct Paging: Codable {
    var page: Int
    var size: Int?
    var colors: [Color] = []
  }

  @Test func eachTypeHasItsFormat() async throws {
    #expect(try await target { $0.query("x", Int?.none) } == "/notes")
    #expect(try await target { $0.query("x", String?.none) } == "/notes")
    #expect(try await target { $0.query("x", String?.some("a")) } == "/notes?x=a")
    #expect(try await target { $0.query("x", Color.red) } == "/notes?x=red")
    #expect(try await target { $0.query("x", true) } == "/notes?x=true")
    #expect(try await target { $0.query("x", UInt64.max) } == "/notes?x=18446744073709551615")
    #expect(try await target { $0.query("x", 0.1) } == "/notes?x=0.1")
    // A whole number is written as in JSON.
    #expect(try await target { $0.query("x", [10.0, -0.5, 1e16]) } == "/notes?x=10&x=-0.5&x=1e%2B16")
    #expect(try await target { $0.query("x", ["a", "b,c"]) } == "/notes?x=a&x=b%2Cc")
    #expect(try await target { $0.query("x", [String]()) } == "/notes")
    #expect(
      try await target { $0.query("x", Date(timeIntervalSince1970: 0.123)) } == "/notes?x=1970-01-01T00%3A00%3A00.123Z"
    )
    #expect(try await target { $0.query("x", Decimal(string: "1.50")) } == "/notes?x=1.5")
    #expect(
      try await target { $0.query("p", Paging(page: 2, size: nil, colors: [.red, .red])) }
        == "/notes?page=2&colors=red&colors=red"
    )
    #expect(try await target { $0.query("p", Paging?.none) } == "/notes")
  }

  @Test(arguments: [
    ("", []), ("a", ["a:"]), ("a=1&&b&", ["a:1", "b:"]), ("a=b=c", ["a:b=c"]), ("%EA%B0%80=+%2B", ["가: +"]),
    ("=x", [":x"]),
  ])
  func theItemsOfAQueryAreRead(query: String, items: [String]) throws {
    #expect(try QueryString.items(query[...]).map { "\($0.name):\($0.value)" } == items)
  }

  @Test(arguments: ["%", "a=%4", "%zz=", "a=1&b=%", "%FF", "%E0%A4"])
  func anInvalidEncodingIsRejected(query: String) {
    #expect(throws: (any Error).self) { try QueryString.items(query[...]) }
  }
}
