import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import TestSupport
import Testing

/// A contract that is served in memory, with requests of every kind.
struct ServingTests {
  struct Item: Codable, Sendable, Equatable {
    var name: String
    var tags: [String] = []
  }

  enum Size: String, Codable, Sendable, CaseIterable { case small, large }

  @API("/shop/items")
  struct Items: Sendable {
    @PUT("/{id}", auth: .optional)
    var put:
      @Sendable (_ id: Int, _ size: Query<Size?>, _ price: Query<Decimal?>, _ weight: Query<Float?>, _ item: Item)
        async throws -> String
    @GET("/{id}")
    var find: @Sendable (_ id: Int) async throws -> String
    @GET("/newest", auth: .required)
    var newest: @Sendable () async throws -> String
    @DELETE("/{id}")
    var fail: @Sendable (_ id: String) async throws -> Void
  }

  private func items(_ fail: @escaping @Sendable () async throws -> Void = {}) -> Items {
    Items(
      put: { id, size, _, _, item in "\(id) \(size?.rawValue ?? "-") \(item.name)" },
      find: { "item \($0)" },
      newest: { "newest" },
      fail: { _ in try await fail() }
    )
  }

  private static let oneToken = ClosureAuthenticator { $0 == Secret("good") ? Caller.User(id: UUID()) : nil }

  private func ask(
    _ method: String,
    _ target: String,
    _ body: String = "",
    type: String? = nil,
    token: String? = nil,
    options: ServingOptions = ServingOptions(authenticator: oneToken, maxBodySize: 100, language: .korean),
    fail: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> (status: Int, text: String, head: HTTPResponse) {
    var fields = HTTPFields()
    fields[.contentType] = type
    fields[.authorization] = token
    let method = try #require(HTTPRequest.Method(rawValue: method))
    let response = try await items(fail).inMemory(options).send(method, target, fields, Data(body.utf8))
    return (response.head.status.code, response.text, response.head)
  }

  @Test func aValidCallGetsAResponse() async throws {
    let answer = try await ask("PUT", "/shop/items/7?size=large", #"{"name":"책","tags":[]}"#, type: "application/json")
    #expect(answer.status == 200)
    #expect(answer.text == "\"7 large 책\"")
    #expect(answer.head.headerFields[.contentType] == "application/json; charset=utf-8")
  }

  @Test(arguments: [
    ("/shop/items/x?size=large", #"{"name":"a","tags":[]}"#, "`id`", "정수"),
    ("/shop/items/7?size=huge", #"{"name":"a","tags":[]}"#, "`size`", "small, large"),
    ("/shop/items/7?size=large&size=small", #"{"name":"a","tags":[]}"#, "`size`", "하나만"),
    ("/shop/items/7?price=1,5", #"{"name":"a","tags":[]}"#, "`price`", "숫자"),
    ("/shop/items/7?size=%zz", #"{"name":"a","tags":[]}"#, "퍼센트", "%zz"),
    ("/shop/items/7?size=%ff", #"{"name":"a","tags":[]}"#, "퍼센트", "%ff"),
    ("/shop/items/7", "", "본문", "비어"), ("/shop/items/7?weight=inf", #"{"name":"a","tags":[]}"#, "`weight`", "숫자"),
    ("/shop/items/7", #"{"tags":[]}"#, "`name`", "필요"),
    ("/shop/items/7", #"{"name":null,"tags":[]}"#, "`name`", "필요"),
    ("/shop/items/7", #"{"name":"a","tags":[1]}"#, "`tags[0]`", "문자열"),
    ("/shop/items/7", #"{"name":"a","tags":{}}"#, "`tags`", "배열"),
    ("/shop/items/7", #"["name"]"#, "본문", "객체"),
    ("/shop/items/7", "{\"name\":\n  oops}", "JSON", "2번째 줄, 3번째 문자"),
    ("/shop/items/7", #"{"name":"a""#, "JSON", "1번째 줄, 12번째 문자"),
  ])
  func anInvalidParameterIsNamed(target: String, body: String, what: String, why: String) async throws {
    let answer = try await ask("PUT", target, body, type: "application/json")
    #expect(answer.status == 400)
    #expect(answer.text.contains(what) && answer.text.contains(why), "\(answer.text)")
    #expect(answer.text.contains(#""code":"BAD_REQUEST""#))
  }

  @Test(arguments: [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
    "application/json; charset=euc-kr", "", "application/jsonx", "application/ json", "json", ";application/json",
    "application/json; Charset = \"EUC-KR\"", #"application/json; charset="utf-8; charset=utf-8"#,
    #"application/json; charset="utf\-8""#,
  ])
  func aBodyOfAnotherTypeIs415(type: String) async throws {
    #expect(try await ask("PUT", "/shop/items/7", #"{"name":"a","tags":[]}"#, type: type).status == 415)
  }

  @Test(
    arguments: [
      "application/json", "Application/JSON; Charset=UTF-8", "application/json;charset=\"utf-8\"",
      "application/merge-patch+json", nil, "application/json;", "application/json; charset=UTF8",
      "application/json \t; charset = utf-8 ",
      "application/json; charset=utf-8; charset=euc-kr", "application/json; ; charset; x=; charset=utf-8",
      #"application/json; profile="a;charset=euc-kr\"=\\"; charset=UTF-8"#, "application/json; =x; charset2=euc-kr",
    ] as [String?]
  )
  func everyMediaTypeOfJSONIsAccepted(type: String?) async throws {
    #expect(try await ask("PUT", "/shop/items/7", #"{"name":"a","tags":[]}"#, type: type).status == 200)
  }

  @Test(arguments: [("gzip", 415), ("br, gzip", 415), ("identity", 200), ("Identity", 200), ("", 200)])
  func aCompressedBodyIs415(coding: String, status: Int) async throws {
    let body = Data(#"{"name":"a","tags":[]}"#.utf8)
    let answer = try await items().inMemory().send(.put, "/shop/items/7", [.contentEncoding: coding], body)
    #expect(answer.head.status.code == status)
  }

  @Test func aBodyThatBreaksOffIs400AndLoggedForDebugging() async throws {
    struct Reset: Error {}
    let log = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in log }
    logger.logLevel = .debug
    let options = ServingOptions(logger: logger)
    let contracts = ContractDispatcher([ServedContract(Items.self, options: options) { [items = items()] _ in items }])
    let head = HTTPRequest(method: .put, scheme: "http", authority: "h", path: "/shop/items/7")
    for (isSlow, status) in [(false, 400), (true, 408)] {
      let answer = await contracts.respond(to: head) {
        Blob(length: nil, contentType: "application/json") { { throw BodyInterrupted(Reset(), isSlow: isSlow) } }
      }
      #expect(answer.head.status.code == status)
    }
    #expect(log.lines.count == 2 && log.lines.allSatisfy { $0.hasPrefix("debug ") && $0.contains("Reset") })
  }

  @Test func aBodyOverTheLimitIs413() async throws {
    let body = #"{"name":"\#(String(repeating: "x", count: 100))","tags":[]}"#
    #expect(try await ask("PUT", "/shop/items/7", body, type: "application/json").status == 413)
  }

  @Test func headIsGetWithoutTheBody() async throws {
    let answer = try await ask("HEAD", "/shop/items/3")
    #expect(answer.status == 200)
    #expect(answer.text.isEmpty)
    let length = try await ask("GET", "/shop/items/3").text.utf8.count
    #expect(answer.head.headerFields[.contentLength] == "\(length)")
  }

  @Test(
    arguments: [
      ("/shop/items/newest", "Bearer good", true), ("/shop/items/newest", nil, true), ("/shop/items/3", nil, false),
      ("/shop/items/x", "Bearer good", false),
    ] as [(String, String?, Bool)]
  )
  func aResponseForOneCallerIsNotStored(path: String, token: String?, isPersonal: Bool) async throws {
    let answer = try await ask("GET", path, token: token)
    #expect(answer.head.headerFields[.cacheControl] == (isPersonal ? "no-store" : nil))
  }

  @Test(
    arguments: [
      ("/shop/items/newest", nil, 401, "Bearer"),
      ("/shop/items/newest", "Bearer bad", 401, "Bearer error=\"invalid_token\""),
      ("/shop/items/newest", "Basic good", 401, "Bearer error=\"invalid_token\""),
      ("/shop/items/newest", "good", 401, "Bearer error=\"invalid_token\""),
      ("/shop/items/newest", "bearer good", 200, nil),
      // The endpoint does not read a token.
      ("/shop/items/3", "Bearer bad", 200, nil),
    ] as [(String, String?, Int, String?)]
  )
  func aTokenIsRequiredAndChecked(path: String, token: String?, status: Int, challenge: String?) async throws {
    let answer = try await ask("GET", path, token: token)
    #expect(answer.status == status)
    #expect(answer.head.headerFields[.wwwAuthenticate] == challenge)
  }

  @Test(arguments: [(nil, 200), ("Bearer good", 200), ("Bearer bad", 401)] as [(String?, Int)])
  func aTokenMayBeAbsentIfItIsOptional(token: String?, status: Int) async throws {
    #expect(try await ask("PUT", "/shop/items/7", #"{"name":"a","tags":[]}"#, token: token).status == status)
  }

  @Test func anUnexpectedErrorIsLoggedAndNotShown() async throws {
    struct Inside: Error { let password = "hunter2" }
    let log = InMemoryLogHandler()
    let options = ServingOptions(logger: Logger(label: "test") { _ in log })
    let answer = try await ask("DELETE", "/shop/items/7", options: options) { throw Inside() }
    #expect(answer.status == 500)
    #expect(!answer.text.contains("hunter2") && !answer.text.contains("Inside"))
    let name = try #require(HTTPField.Name("X-Error-ID"))
    let id = try #require(answer.head.headerFields[name])
    #expect(answer.text.contains(id))
    #expect(log.lines.contains { $0.contains(id) && $0.contains("Inside") && $0.contains("Items.fail") })
  }

  @Test func theFailureOfACallToAnotherServerIs500() async throws {
    let elsewhere = APIClient(
      try #require(URL(string: "https://elsewhere")),
      transport: ClosureTransport.status(404, #"{"message":"elsewhere"}"#)
    )
    let answer = try await ask("DELETE", "/shop/items/7") {
      try await elsewhere.send(OutgoingCall(Endpoint("Other", "x", .get, "/x")))
    }
    #expect(answer.status == 500)
    #expect(!answer.text.contains("elsewhere"))
  }

  @Test(arguments: [
    (APIError(.notFound, "없습니다."), 404, "NOT_FOUND"), (.conflict("겹칩니다.", serverCode: "TWICE"), 409, "TWICE"),
    (.forbidden("안 됩니다."), 403, "FORBIDDEN"), (.invalidRequest("틀립니다."), 400, "BAD_REQUEST"),
    (APIError(.rateLimited, "천천히.", retryAfter: .seconds(7)), 429, "TOO_MANY_REQUESTS"),
  ])
  func anErrorOfAHandlerIsTheResponse(error: APIError, status: Int, code: String) async throws {
    let answer = try await ask("DELETE", "/shop/items/7") { throw error }
    #expect(answer.status == status)
    #expect(answer.text.contains("\"code\":\"\(code)\""))
    #expect(answer.text.contains(error.localizedMessage.korean))
    #expect(answer.head.headerFields[.retryAfter] == (status == 429 ? "7" : nil))
  }

  @Test func aStatusThatAHandlerGivesIsSentAsItIs() async throws {
    let log = InMemoryLogHandler()
    let options = ServingOptions(logger: Logger(label: "test") { _ in log })
    let answer = try await ask("DELETE", "/shop/items/7", options: options) {
      throw APIError(.serverError, "9시에 다시 엽니다.", status: .serviceUnavailable, retryAfter: .seconds(60))
    }
    #expect(answer.status == 503)
    #expect(answer.text.contains("9시에 다시 엽니다."))
    #expect(answer.head.headerFields[.retryAfter] == "60")
    #expect(log.lines.isEmpty)
    // Without a status, it is an unexpected error.
    #expect(try await ask("DELETE", "/shop/items/7", options: options) { throw APIError(.serverError) }.status == 500)
    #expect(log.lines.count == 1)
  }

  @Test func severalInvalidFieldsAreOneResponse() async throws {
    let answer = try await ask("DELETE", "/shop/items/7") {
      throw APIError.invalidRequest(fields: [.init("title", "제목이 없습니다."), .init("text", "너무 깁니다.")])
    }
    #expect(answer.status == 400)
    #expect(answer.text.contains("제목이 없습니다. 너무 깁니다."))
  }

  @Test func aHandlerOverItsTimeLimitIs503() async throws {
    let options = ServingOptions(handlerTimeout: .milliseconds(10))
    let answer = try await ask("DELETE", "/shop/items/7", options: options) { try await Task.sleep(for: .seconds(60)) }
    #expect(answer.status == 503)
  }
}
