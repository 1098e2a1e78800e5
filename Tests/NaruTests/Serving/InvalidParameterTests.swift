import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// A server's answer to a call with several invalid values, which names all of them.
struct InvalidParameterTests {
  enum Size: String, Codable, CaseIterable { case small, large }

  /// An enum without a known value.
  enum Color: String, Codable { case red }

  struct Paging: Codable, Sendable {
    var page: Int
    var size: Int
  }

  struct Author: Codable, Sendable {
    var name: String
    var born: Date?
  }

  struct NewBook: Codable, Sendable {
    var title: String
    var year: Int
    var size: Size
    var authors: [Author]
    var url: URL?
  }

  @Payload
  struct Note: Sendable {
    var text: String
    var page: Int
    var size: NoteSize
    var isPublic: Bool?
    var at: Date?
  }

  @Payload
  enum NoteSize: String, Sendable { case small, large }

  struct Painted: Codable, Sendable {
    var name: String
    var color: Color
    var year: Int
  }

  enum Format: ProblemFormat { static let json = JSONCoding() }

  @API("/books", format: Format.self)
  struct Books: Sendable {
    @PUT("/{id}")
    var put: @Sendable (_ id: Int, _ size: Query<Size?>, _ paging: Query<Paging?>, _ book: NewBook) async throws -> Void

    @POST("/{id}/notes")
    var note: @Sendable (_ id: Int, _ ids: CommaDelimited<[Int]>, _ note: Note) async throws -> Void

    @POST("/forms")
    var form: @Sendable (_ book: Form<Paging>, _ name: Form<String>) async throws -> Void

    @POST("/painted")
    var paint: @Sendable (_ painted: Painted) async throws -> Void
  }

  @Payload struct Span: Sendable { var from, to: Int }

  @API("/spans", format: Format.self)
  struct Spans: Sendable {
    @GET("/?page={page}")
    var list: @Sendable (_ span: DeepObject<Span>, _ other: JSONEncoded<Span>, _ page: Int) async throws -> Void
    @POST("/")
    var add: @Sendable (_ span: Form<DeepObject<Span>>, _ page: Form<Int>) async throws -> Void
  }

  private func ask(
    _ method: HTTPRequest.Method,
    _ target: String,
    _ body: String,
    type: String = "application/json"
  ) async throws -> (fields: [String], problem: ProblemDetails<Never>) {
    let transport = Books.unimplemented.inMemory().mounting(Spans.self) { _ in .unimplemented }
    let response = try await transport.send(method, target, [.contentType: type], Data(body.utf8))
    #expect(response.head.status == .badRequest)
    let problem = try Format.json.decode(ProblemDetails<Never>.self, from: response.body)
    return ((problem.errors ?? []).map { "\($0.name ?? "") \($0.code ?? "")" }, problem)
  }

  @Test
  func everyInvalidValueOfParametersAndBodyIsNamed() async throws {
    let body = #"{"title":1,"size":"huge","authors":[{"name":"a"},{"born":"yesterday"}],"url":7}"#
    let answer = try await ask(.put, "/books/x?size=huge&page=a&size=1", body)
    #expect(
      answer.fields == [
        "id invalid", "size repeated", "page invalid", "size repeated", "title invalid", "year missing", "size invalid",
        "authors[1].name missing", "authors[1].born invalid", "url invalid",
      ]
    )
    let detail = try #require(answer.problem.detail)
    #expect(detail.hasPrefix("`id` must be an integer: “x” ") && detail.contains("`year` is missing."), "\(detail)")
  }

  @Test
  func everyInvalidFieldOfAPayloadIsNamed() async throws {
    let body = #"{"text":null,"page":1.5,"size":"huge","isPublic":"no","at":"2026-03-04T09:30"}"#
    let answer = try await ask(.post, "/books/1/notes?ids=1,2", body)
    #expect(answer.fields == ["text missing", "page invalid", "size invalid", "isPublic invalid", "at invalid"])
    let detail = answer.problem.detail ?? ""
    #expect(detail.contains("`page` must be an integer.") && detail.contains("`at` must be a date such as 2026"))
  }

  @Test
  func everyInvalidFieldOfAFormIsNamed() async throws {
    let type = "application/x-www-form-urlencoded"
    let wrong = try await ask(.post, "/books/forms", "page=a&size=b", type: type).fields
    #expect(wrong == ["page invalid", "size invalid", "name missing"])
    let none = try await ask(.post, "/books/forms", "", type: type).fields
    #expect(none == ["page missing", "size missing", "name missing"])
  }

  @Test
  func anObjectInTheQueryOrAFormIsReadInItsOwnStyle() async throws {
    let (span, other) = ("span%5Bfrom%5D=1&span%5Bto%5D=2", "other=%7B%22from%22:1,%22to%22:2%7D")
    #expect(try await ask(.get, "/spans?\(span)&\(other)&page=x", "").fields == ["page invalid"])
    let wrong = try await ask(.get, "/spans?span%5Bfrom%5D=x&span%5Bto%5D=y&other=1&page=1", "").fields
    #expect(wrong == ["span[from] invalid", "span[to] invalid", "other invalid"])
    let type = "application/x-www-form-urlencoded"
    #expect(try await ask(.post, "/spans", "\(span)&page=x", type: type).fields == ["page invalid"])
  }

  @Test
  func oneInvalidValueHasOneSentence() async throws {
    let answer = try await ask(.post, "/books/1/notes?ids=1,x", #"{"text":"a","page":1,"size":"small"}"#)
    #expect(answer.fields == ["ids invalid"])
    #expect(answer.problem.detail == "`ids` must be an integer: “x”")
    let missing = try await ask(.post, "/books/1/notes?ids=1", #"{"text":"a","size":"small"}"#)
    #expect(missing.problem.detail == "`page` is missing.")
  }

  @Test(arguments: [
    ("small", "huge", "`size` must be one of small, large."),
    ("2026-01-01T00:00Z", "x", "`authors[0].born` must be a date such as"),
    ("naru://a", "", "`url` must be a URL."), ("\"a\"", "1e400", "`title` must be a string."),
    ("7", "1e400", "`year` must be an integer."),
    ("7", String(repeating: "[", count: 200), "The body must have at most 128 levels of nesting."),
  ])
  func oneInvalidValueOfAnOrdinaryCodableIsDescribed(valid: String, invalid: String, sentence: String) async throws {
    let book =
      #"{"title":"a","year":7,"size":"small","authors":[{"name":"b","born":"2026-01-01T00:00Z"}],"url":"naru://a"}"#
    let detail = try await ask(.put, "/books/1", book.replacing(valid, with: invalid)).problem.detail ?? ""
    #expect(detail.hasPrefix(sentence), "\(detail)")
  }

  @Test
  func theSearchStopsAtAValueWithoutAStandIn() async throws {
    let answer = try await ask(.post, "/books/painted", #"{"name":1,"color":"blue","year":"x"}"#)
    #expect(answer.fields == ["name invalid", "color invalid"])
  }

  @Test
  func theRestOfAnInvalidCallIsStillChecked() async throws {
    // A body that is not JSON, and an empty one.
    #expect(try await ask(.put, "/books/x", "{").fields == ["id invalid"])
    #expect(try await ask(.put, "/books/x", "{").problem.detail?.contains("not valid JSON") == true)
    #expect(try await ask(.put, "/books/x", "null").problem.detail?.contains("must be an object") == true)
    #expect(try await ask(.put, "/books/x", "").problem.detail?.contains("body is empty") == true)
  }
}
