import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct APIClientTests {
  private static let endpoint = Endpoint("Notes", "show", .get, "/notes/{id}", parameters: [.init("id", .path)])

  private func client(
    _ transport: some Transport,
    base: String = "http://127.0.0.1:1",
    _ middleware: [any Middleware] = []
  ) throws -> APIClient {
    APIClient(try #require(URL(string: base)), transport: transport, middleware: middleware)
  }

  private var call: OutgoingCall {
    var call = OutgoingCall(Self.endpoint)
    call.path("id", 7)
    return call
  }

  private func error(_ transport: some Transport) async throws -> APIError {
    let client = try client(transport)
    let call = call
    return try await #require(throws: APIError.self) { let _: Int = try await client.send(call) }
  }

  @Test(arguments: [
    (400, APIError.Code.invalidRequest), (401, .unauthorized), (403, .forbidden), (404, .notFound),
    (405, .methodNotAllowed),
    (408, .timedOut), (409, .conflict), (410, .notFound), (413, .tooLarge), (415, .unsupportedMediaType),
    (418, .invalidRequest), (422, .invalidRequest), (429, .rateLimited), (500, .serverError), (503, .serverError),
    (504, .timedOut),
    (302, .decodingFailed), (304, .decodingFailed),
  ])
  func everyFailureStatusHasACode(status: Int, code: APIError.Code) async throws {
    let error = try await error(ClosureTransport.status(status))
    #expect(error.code == code)
    #expect(error.status?.code == status)
    #expect(error.endpoint == Self.endpoint)
    #expect(error.requestDescription == "GET http://127.0.0.1:1/notes/7")
  }

  @Test(arguments: ["", "<html>Bad Gateway</html>", "{", "null", "[]", #"{"codes":5}"#])
  func aFailureInAnUnknownFormatIsStillAFailure(body: String) async throws {
    let error = try await error(ClosureTransport.status(502, body))
    #expect(error.code == .serverError)
    #expect(error.serverCode == nil)
    #expect(error.localizedDescription == APIError.Code.serverError.localizedMessage.description)
  }

  @Test func theServersSentenceIsShown() async throws {
    let error = try await error(ClosureTransport.status(404, #"{"code":"NOTE_NOT_FOUND","message":"그런 쪽지가 없습니다."}"#))
    #expect(error.localizedDescription == "그런 쪽지가 없습니다.")
    #expect(error.serverCode == "NOTE_NOT_FOUND")
  }

  @Test func aBlankSentenceIsNotShown() async throws {
    let error = try await error(ClosureTransport.status(404, #"{"code":"X","message":"  "}"#))
    #expect(error.localizedDescription == APIError.Code.notFound.localizedMessage.description)
  }

  @Test func aResponseThatIsNotTheValueIsUndecodable() async throws {
    let error = try await error(ClosureTransport.status(200, #"{"a":1}"#))
    #expect(error.code == .decodingFailed)
    #expect(error.underlyingError is DecodingError)
  }

  @Test(arguments: ["", "null", "{}", "OK", "<p>"], [200, 201, 204])
  func aCallWithoutAValueAcceptsEverySuccess(body: String, status: Int) async throws {
    try await client(ClosureTransport.status(status, body)).send(call)
  }

  @Test func otherErrorsAreWrappedOnce() async throws {
    struct Odd: Error {}
    #expect(try await error(ClosureTransport { _ in throw Odd() }).code == .unknown)
    #expect(try await error(ClosureTransport { _ in throw Odd() }).underlyingError is Odd)
    #expect(try await error(ClosureTransport { _ in throw CancellationError() }).code == .cancelled)
    #expect(try await error(ClosureTransport { _ in throw APIError(.timedOut) }).code == .timedOut)
  }

  @Test(arguments: ["", ".", ".."])
  func aPathOfAnotherEndpointIsNotSent(id: String) async throws {
    var call = OutgoingCall(Self.endpoint)
    call.path("id", id)
    let client = try client(ClosureTransport.status(200, "1").watched { _ in Issue.record("It was sent.") })
    let error = try #require(await #expect(throws: APIError.self) { let _: Int = try await client.send(call) })
    #expect(error.code == .encodingFailed)
  }

  @Test func aBodyThatFailsToEncodeIsNotSent() async throws {
    var call = OutgoingCall(Endpoint("Notes", "add", .post, "/notes", parameters: [.init("note", .body)]))
    call.body(Double.nan)
    let client = try client(ClosureTransport.status(200, "1").watched { _ in Issue.record("It was sent.") })
    let error = try #require(await #expect(throws: APIError.self) { try await client.send(call) })
    #expect(error.code == .encodingFailed)
    #expect(error.underlyingError is EncodingError)
  }

  @Test(arguments: [
    ("https://h", "/notes/7"), ("https://h/", "/notes/7"), ("https://h/v2", "/v2/notes/7"),
    ("https://h/v2/", "/v2/notes/7"),
    ("https://h/%ED%95%9C?x=1#y", "/%ED%95%9C/notes/7"),
  ])
  func thePathOfTheBaseURLComesFirst(base: String, path: String) async throws {
    let transport = ClosureTransport { request in
      #expect(request.head.path == path)
      #expect(request.head.authority == "h")
      return APIResponse(head: HTTPResponse(status: .ok), body: Data("1".utf8))
    }
    let _: Int = try await client(transport, base: base).send(call)
  }

  @Test func middlewareRunsInOrderAndSeesTheEndpoint() async throws {
    struct Mark: Middleware {
      let mark: String

      func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
        #expect(request.endpoint == APIClientTests.endpoint)
        var request = request
        request.head.headerFields[.via, default: ""] += mark
        var response = try await next(request)
        response.head.headerFields[.via, default: ""] += mark
        return response
      }
    }
    let transport = ClosureTransport { request in
      #expect(request.head.headerFields[.via] == "ab")
      return APIResponse(head: HTTPResponse(status: .ok), body: Data("1".utf8))
    }
    struct Look: Middleware {
      func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
        let response = try await next(request)
        #expect(response.head.headerFields[.via] == "ba")
        return response
      }
    }
    let _: Int = try await client(transport, [Look(), Mark(mark: "a"), Mark(mark: "b")]).send(call)
  }

  @Test(
    arguments: [(Endpoint.Auth.none, nil), (.optional, "Bearer t0ken"), (.required, "Bearer t0ken")]
      as [(Endpoint.Auth, String?)]
  )
  func aTokenIsSentOnlyToEndpointsWithAuthentication(auth: Endpoint.Auth, field: String?) async throws {
    let transport = ClosureTransport { request in
      #expect(request.head.headerFields[.authorization] == field)
      return APIResponse(head: HTTPResponse(status: .ok))
    }
    let client = try client(transport, base: "https://h", [BearerAuthentication { Secret("t0ken") }])
    try await client.send(OutgoingCall(Endpoint("Notes", "all", .get, "/notes", auth: auth)))
  }
}

extension HTTPFields {
  fileprivate subscript(name: HTTPField.Name, default value: String) -> String {
    get { self[name] ?? value }
    set { self[name] = newValue }
  }
}
