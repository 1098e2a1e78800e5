import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Failures whose bodies have a type of their own.
struct TypedFailureFormatTests {
  struct IssueFailure: FailureBody {
    struct Invalid: Codable, Sendable, Equatable {
      var field: String
      var code: String
    }

    var message: String
    var errors: [Invalid]?

    init(message: String, errors: [Invalid]? = nil) {
      self.message = message
      self.errors = errors
    }

    init(_ failure: ServerFailure, status: HTTPResponse.Status) {
      message = failure.message ?? status.reasonPhrase
      errors = failure.fields.map { Invalid(field: $0.name, code: $0.code ?? "invalid") }
    }

    var summary: ServerFailure {
      ServerFailure(message: message, fields: (errors ?? []).map { .init($0.field, $0.code, code: $0.code) })
    }
  }

  enum Hub: TypedFailureFormat {
    typealias Failure = IssueFailure
    static let json = JSONCoding()
  }

  struct Issue: Codable, Sendable, Equatable {
    var title: String
  }

  @API("/issues", format: Hub.self)
  struct Issues: Sendable {
    @GET("/{number}")
    var show: @Sendable (_ number: Int) async throws -> Issue

    @POST("/")
    var add: @Sendable (_ issue: Issue) async throws -> Issue
  }

  private let invalid = IssueFailure(
    message: "Validation Failed",
    errors: [.init(field: "title", code: "missing_field")]
  )

  private func api(_ status: Int, _ headers: HTTPFields = [:], _ body: String) -> Issues {
    .live(over: ClosureTransport.status(status, body, headers))
  }

  @Test func aCaughtErrorHasTheTypedBodyTheStatusAndTheHeaderFields() async throws {
    var headers: HTTPFields = [
      .location: "/issues/7", .eTag: "\"1\"", .wwwAuthenticate: "Bearer scope=\"repo\"", .setCookie: "sid=s3cret",
    ]
    let reset = try #require(HTTPField.Name("X-RateLimit-Reset"))
    headers[reset] = "1700000000"
    let body =
      #"{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}"#
    let issues = api(422, headers, body)
    let error = try #require(await #expect(throws: APIError.self) { try await issues.show(number: 7) })
    #expect(error.failure as? IssueFailure == invalid)
    #expect(error.status == .unprocessableContent)
    #expect(error.headers[reset] == "1700000000")
    #expect(error.headers[.location] == "/issues/7")
    #expect(error.headers[.eTag] == "\"1\"")
    #expect(error.headers[.wwwAuthenticate] == "Bearer scope=\"repo\"")
    #expect(error.headers[.setCookie] == nil)
    // Code that knows only `APIError` has the sentence and the fields.
    #expect(error.localizedDescription == "Validation Failed")
    #expect(error.fields == [.init("title", "missing_field", code: "missing_field")])
    #expect(error.excerpt == nil)
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("s3cret"))
  }

  @Test func aBodyOfAnotherTypeIsAFailureWithItsHeaderFields() async throws {
    let issues = api(502, [.retryAfter: "7"], "<html>")
    let error = try #require(await #expect(throws: APIError.self) { try await issues.show(number: 7) })
    #expect(error.failure == nil)
    #expect(error.headers[.retryAfter] == "7")
    #expect(error.excerpt == "<html>")
  }

  @Test func aHandlerRespondsWithATypedFailure() async throws {
    var handlers = Issues.unimplemented
    handlers.add = fails(
      APIError(.invalidRequest, status: .unprocessableContent, failure: invalid, headers: [.location: "/issues/new"])
    )
    let issues = Issues.overHTTP(handlers)
    let error = try #require(
      await #expect(throws: APIError.self) { try await issues.add(issue: Issue(title: "")) }
    )
    #expect(error.failure as? IssueFailure == invalid)
    #expect(error.status == .unprocessableContent)
    #expect(error.headers[.location] == "/issues/new")
    // A test compares it with the error that it makes.
    #expect(error == APIError(.invalidRequest, status: .unprocessableContent, failure: invalid))
  }

  @Test func aFailureOfTheServerItselfHasTheFormatsType() async throws {
    func failure(_ target: String, _ method: HTTPRequest.Method = .get) async throws -> (Int, IssueFailure) {
      let response = try await Issues.unimplemented.inMemory().send(method, target)
      return (response.head.status.code, try JSONDecoder().decode(IssueFailure.self, from: response.body))
    }
    let number = try await failure("/issues/x")
    #expect(number.0 == 400)
    #expect(number.1.errors == [.init(field: "number", code: "invalid")])
    #expect(try await failure("/issues/1/2").0 == 404)
    #expect(try await failure("/issues/1", .delete).0 == 405)
  }

  @Test func aFailureOfAnotherTypeIsWrittenInTheContractsFormat() async throws {
    struct Other: FailureBody {
      var reason: String

      init(reason: String) { self.reason = reason }
      init(_ failure: ServerFailure, status: HTTPResponse.Status) { reason = failure.message ?? "" }
      var summary: ServerFailure { ServerFailure(message: reason, fields: [.init("title", "too long")]) }
    }
    let error = APIError(.conflict, failure: Other(reason: "taken"))
    let response = APIResponse(failure: error, format: Hub.self, language: .english)
    let body = try JSONDecoder().decode(IssueFailure.self, from: response.body)
    #expect(body == IssueFailure(message: "taken", errors: [.init(field: "title", code: "invalid")]))
  }

  @Test func aFormatSeesTheStatusAndTheHeaderFields() async throws {
    let endpoint = Endpoint("Issues", "show", .get, "/issues", format: Mixed.self)
    func failure(_ status: Int, _ headers: HTTPFields, _ body: String) async throws -> APIError {
      let client = APIClient(InMemoryTransport.url, transport: ClosureTransport.status(status, body, headers))
      return try #require(await #expect(throws: APIError.self) { try await client.send(OutgoingCall(endpoint)) })
    }
    #expect(try await failure(422, [:], #"{"message":"a"}"#).failure as? IssueFailure == IssueFailure(message: "a"))
    #expect(try await failure(503, [.retryAfter: "7"], "").localizedDescription == "Wait 7 seconds.")
    #expect(try await failure(503, [:], #"{"message":"a"}"#).failure == nil)
  }
}

/// A format with two forms of failures.
private enum Mixed: ResponseFormat {
  static let json = JSONCoding()

  static func decodeFailure(from body: Data) -> ServerFailure? { nil }

  static func decodeFailure(from body: Data, head: HTTPResponse) -> ServerFailure? {
    if head.status == .unprocessableContent {
      return (try? json.decode(TypedFailureFormatTests.IssueFailure.self, from: body)).map { ServerFailure($0) }
    }
    return head.headerFields[.retryAfter].map { ServerFailure(code: "WAIT", message: "Wait \($0) seconds.") }
  }

  static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data { Data() }
}
