import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import TestSupport
import Testing

/// What counts as a success: not a web page, not a failure under 200, not another server's JSON.
struct JudgmentTests {
  @API("", format: Envelope.self)
  fileprivate struct Wrapped: Sendable {
    @DELETE("/notes/{id}") var remove: @Sendable (_ id: Int) async throws -> Void
    @GET("/notes") var list: @Sendable () async throws -> [Int]
    @GET("/file", headers: ["Accept": "application/pdf"]) var file: @Sendable () async throws -> Blob
    @GET("/any") var any: @Sendable () async throws -> Blob
    @GET("/word") var word: @Sendable () async throws -> String
    @GET("/events") var events: @Sendable () async throws -> EventStream<Int>
    @PUT("/notes") var put: @Sendable () async throws -> Saved
  }

  /// A result without a value in one of its variants.
  fileprivate enum Saved: ResultWithStatus {
    case saved
    static let variants = [ResponseVariant(200)]
    init(_ response: ResultResponse) throws { self = .saved }
    var response: ResultResponse { ResultResponse(200) }
  }

  @API("")
  fileprivate struct Plain: Sendable {
    @DELETE("/notes/{id}") var remove: @Sendable (_ id: Int) async throws -> Void
    @GET("/text", headers: ["Accept": "text/plain"]) var text: @Sendable () async throws -> String
    @GET("/word") var word: @Sendable () async throws -> String
    @GET("/page", headers: ["Accept": "text/html"]) var page: @Sendable () async throws -> String
    @GET("/file", headers: ["Accept": "application/pdf"]) var file: @Sendable () async throws -> Blob
    @GET("/any") var any: @Sendable () async throws -> Blob
    @GET("/events") var events: @Sendable () async throws -> EventStream<Int>
    @GET("/maybe", nilOn: 404) var maybe: @Sendable () async throws -> Int?
    @POST("/notes") var add: @Sendable (_ note: Int) async throws -> Int
    @GET("/numbers") var numbers: @Sendable () async throws -> [Int]
  }

  private static let page = "<!DOCTYPE html>\n<html><body>Sign in to Cafe Wi-Fi</body></html>"

  private func client(
    _ body: String,
    _ type: String?,
    status: Int = 200,
    isStreamed: Bool = false,
    hasLength: Bool = true,
    in encoding: String.Encoding = .utf8,
    _ middleware: [any Middleware] = []
  ) -> APIClient {
    let transport = ClosureTransport { request in
      var head = HTTPResponse(status: .init(code: status))
      head.headerFields[.contentType] = type
      let data = body.data(using: encoding) ?? Data()
      guard request.streamsResponse, isStreamed else { return APIResponse(head: head, body: data) }
      let blob = Blob(length: hasLength ? data.count : nil, contentType: type ?? "application/octet-stream") {
        let rest = Locked<Data?>(data)
        return {
          rest.withLock { rest in
            defer { rest = nil }
            return rest
          }
        }
      }
      return APIResponse(head: head, stream: blob)
    }
    return APIClient(InMemoryTransport.url, transport: transport, middleware: middleware)
  }

  private func expectUnreadable(_ call: () async throws -> Void) async throws {
    let error = try await #require(throws: APIError.self) { try await call() }
    #expect(error.code == .decodingFailed)
    #expect(error.excerpt?.contains("Cafe") ?? true)
  }

  @Test(
    arguments: ["text/html", "text/html; charset=utf-8", "application/xhtml+xml", "application/json", nil],
    [true, false]
  )
  func aWebPageIsNoSuccessOfAnyKindOfResult(type: String?, hasMiddleware: Bool) async throws {
    let api = Plain.live(client(Self.page, type, hasMiddleware ? [Retry()] : []))
    try await expectUnreadable { try await api.remove(id: 1) }
    try await expectUnreadable { _ = try await api.text() }
    try await expectUnreadable { _ = try await api.word() }
    try await expectUnreadable { _ = try await api.maybe() }
    try await expectUnreadable { _ = try await api.add(note: 1) }
    try await expectUnreadable { _ = try await api.events() }
    let streamed = Plain.live(client(Self.page, type, isStreamed: true))
    for api in [api, streamed] { try await expectUnreadable { _ = try await api.file() } }
    try await expectUnreadable { try await Wrapped.live(client(Self.page, type)).remove(id: 1) }
  }

  @Test(
    arguments: ["text/html", "application/json", nil],
    [
      "<br />\n<b>Warning</b>: Undefined variable", "<div>점검 중</div>", "<style>p {}</style><p>Sign in",
      "<script>location='http://portal'</script>", "<!-- portal --><p>", "<body>Sign in</body>",
      "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0//EN\">\n<html>Sign in</html>",
    ]
  )
  func otherBeginningsOfPagesAreNoSuccess(type: String?, page: String) async throws {
    let api = Plain.live(client(page, type))
    for call in [{ try await api.remove(id: 1) }, { _ = try await api.word() }, { _ = try await api.file() }] {
      #expect(try await #require(throws: APIError.self) { try await call() }.code == .decodingFailed)
    }
    // XML and other text may be the server's own.
    for body in ["<p>", "<?xml version=\"1.0\"?><saved/>"] { try await Plain.live(client(body, nil)).remove(id: 1) }
    #expect(try await Plain.live(client("<?xml?><svg/>", nil)).any().collect(upTo: 100).count == 13)
  }

  @Test func aPageInAnotherCharsetIsNoSuccess() async throws {
    let body = try #require("<html><body>로그인</body></html>".data(using: Self.korean))
    let api = Plain.live(over: ClosureTransport.status(200, body, [.contentType: "text/html; charset=euc-kr"]))
    let error = try await #require(throws: APIError.self) { try await api.remove(id: 1) }
    #expect(error.excerpt?.contains("로그인") == true)
    await #expect(throws: APIError.self) { try await api.text() }
  }

  @Test func aPageThatWasAskedForIsTheValue() async throws {
    let api = Plain.live(client(Self.page, "text/html"))
    #expect(try await api.page() == Self.page)
    #expect(try await api.any().collect(upTo: 1000) == Data(Self.page.utf8))
  }

  @Test func aBodyWithTheTypeOfAPageMayBeEmptyOrJSONOrText() async throws {
    try await Plain.live(client("", "text/html")).remove(id: 1)
    try await Plain.live(client("", nil, status: 204)).remove(id: 1)
    #expect(try await Plain.live(client("\n [1]", "text/html")).numbers() == [1])
    #expect(try await Plain.live(client("7", "text/html")).add(note: 7) == 7)
    for type in ["text/plain", "text/html", nil] {
      try await Plain.live(client("OK", type)).remove(id: 1)
      #expect(try await Plain.live(client("저장했습니다.", type)).word() == "저장했습니다.")
    }
    try await expectUnreadable { try await Plain.live(client("Cafe: <a>sign in</a>", "text/html")).remove(id: 1) }
    for body in [#"{"Cafe":1}"#, #"["Cafe"]"#, "\"Cafe"] {
      try await expectUnreadable { _ = try await Plain.live(client(body, nil)).word() }
    }
  }

  @Test(
    arguments: [
      (#"{"errors":[{"message":"Sign in","extensions":{"code":"GONE"}}],"data":null}"#, "Sign in"),
      (#"{"error":"GONE","error_description":"Used."}"#, "Used."), (#"{"ok":false,"code":"GONE"}"#, nil),
      (#"{"isSuccess":false,"code":"GONE"}"#, nil), (#"{"status":"error","code":"GONE"}"#, nil),
    ] as [(String, String?)]
  )
  func aSuccessThatCannotBeReadMayBeAFailure(body: String, message: String?) async throws {
    let api = Plain.live(client(body, "application/json", isStreamed: true))
    for call in [
      { _ = try await api.numbers() }, { _ = try await api.word() }, { _ = try await api.file() },
      { _ = try await api.events() },
    ] as [() async throws -> Void] {
      let error = try await #require(throws: APIError.self) { try await call() }
      #expect(error.code == .invalidRequest && error.serverCode == "GONE" && error.message?.english == message)
    }
    for body in [#"{"error":null,"code":"Cafe"}"#, #"{"errors":[],"code":"Cafe"}"#, #"{"error":0,"code":"Cafe"}"#] {
      try await expectUnreadable { _ = try await Plain.live(client(body, nil)).numbers() }
    }
  }

  @Test(arguments: [#"{"login":"http://portal"}"#, #"{"success":tr"#, #"{"success":"yes"}"#])
  func anEnvelopeFormatAcceptsNoOtherObject(body: String) async throws {
    let api = Wrapped.live(client(body, "application/json"))
    #expect(await code { try await api.remove(id: 1) } == .decodingFailed)
    for body in ["", "{}", " {} ", "null", "OK", #"{"success":true}"#] {
      try await Wrapped.live(client(body, "application/json")).remove(id: 1)
    }
  }

  @Test(arguments: [true, false])
  func aFileOfAnotherTypeIsAFailureOrUnreadable(isStreamed: Bool) async throws {
    let refusal = #"{"success":false,"message":"없습니다.","error":"GONE"}"#
    let file = Wrapped.live(client(refusal, "application/json", isStreamed: isStreamed))
    let failure = try await #require(throws: APIError.self) { _ = try await file.file() }
    #expect(failure.serverCode == "GONE")
    let portal = Plain.live(client(#"{"login":1}"#, "application/json", isStreamed: isStreamed))
    #expect(await code { _ = try await portal.file() } == .decodingFailed)
    let bytes = Plain.live(client("%PDF", "application/octet-stream", isStreamed: isStreamed))
    #expect(try await bytes.file().collect(upTo: 10) == Data("%PDF".utf8))
  }

  @Test(arguments: [nil, "text/html; charset=UTF-8", "text/plain", "text/json"], ["", "\u{FEFF}", "\r\n "])
  func aFailureUnder200IsOneWhateverItsTypeIs(type: String?, start: String) async throws {
    let refusal = start + #"{"success":false,"message":"없습니다.","error":"GONE"}"#
    for hasLength in [true, false] {
      let api = Wrapped.live(client(refusal, type, isStreamed: true, hasLength: hasLength))
      for call in [
        { try await api.remove(id: 1) }, { _ = try await api.word() }, { _ = try await api.any() },
        { _ = try await api.file() }, { _ = try await api.events() }, { _ = try await api.put() },
      ] as [() async throws -> Void] {
        let error = try await #require(throws: APIError.self) { try await call() }
        #expect(error.serverCode == "GONE")
      }
    }
    let api = Wrapped.live(client(start + #"{"success":true,"data":"나루"}"#, type))
    #expect(try await api.word() == "나루")
    if type == "text/plain" { #expect(try await Plain.live(client(#"{"a":1}"#, type)).text() == #"{"a":1}"#) }
    if [nil, "text/json"].contains(type) { #expect(try await Plain.live(client("\"나루\"", type)).word() == "나루") }
  }

  private static let korean = String.Encoding(rawValue: 0x8000_0940)

  @Test(
    arguments: ["application/json", "text/html"],
    [(korean, "euc-kr"), (.utf16, "utf-16"), (.utf16LittleEndian, "utf-16le"), (.utf16BigEndian, "utf-16be")]
      as [(String.Encoding, String)]
  )
  func aFailureUnder200InAnotherCharsetIsOne(type: String, charset: (encoding: String.Encoding, name: String))
    async throws
  {
    let refusal = #"{"success":false,"message":"없음","error":"GONE"}"#
    let api = Wrapped.live(client(refusal, "\(type); charset=\(charset.name)", isStreamed: true, in: charset.encoding))
    for call in [
      { try await api.remove(id: 1) }, { _ = try await api.word() }, { _ = try await api.any() },
      { _ = try await api.file() }, { _ = try await api.events() },
    ] as [() async throws -> Void] {
      let error = try await #require(throws: APIError.self) { try await call() }
      #expect(error.serverCode == "GONE" && error.message?.korean == "없음")
    }
  }

  @Test(arguments: ["iso-8859-1", "windows-1252", "euc-kr", "euckr", "x-windows-949"])
  func textInUTF8IsReadAsThatWhateverItsCharsetIs(charset: String) async throws {
    let body = #"{"code":"GONE","message":"없습니다."}"#
    let api = Plain.live(client(body, "application/json;charset=\(charset)", status: 410))
    let error = try await #require(throws: APIError.self) { try await api.remove(id: 1) }
    #expect(error.message?.korean == "없습니다.")
  }

  @Test(arguments: [1, 1000, 200_000])
  func aLongFileOfJSONArrivesWhole(count: Int) async throws {
    for (start, end) in [("{\"a\":[", "1]}"), ("[", "1]")] {
      let bytes = Data((start + String(repeating: "1,", count: count) + end).utf8)
      let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
      let api = Plain.live(
        over: ClosureTransport { _ in
          APIResponse(head: head, stream: Blob(bytes, inPiecesOf: 999, contentType: "application/json"))
        }
      )
      #expect(try await api.any().collect(upTo: 1 << 20) == bytes)
    }
  }

  @Test func noContentIsAStreamWithoutValues() async throws {
    for try await _ in try await Plain.live(client("", nil, status: 204)).events() { Issue.record("a value") }
  }

  @Test func aLogNamesAPageAndAFailureWithTheStatus200() async throws {
    let log = InMemoryLogHandler()
    let callLog = CallLog(Logger(label: "calls") { _ in log })
    try? await Plain.live(client(Self.page, "text/html", [callLog])).remove(id: 1)
    try? await Wrapped.live(client(#"{"success":false,"error":"GONE"}"#, nil, [callLog])).remove(id: 1)
    #expect(try await Plain.live(client("[1]", nil, [callLog])).numbers() == [1])
    let messages = log.entries.map { "\($0.message)" }
    #expect(messages.map { $0.split(separator: " ").last ?? "" } == ["decodingFailed", "invalidRequest", "200"])
  }

  /// A middleware that decodes what a server encodes in a way of its own.
  private struct Reversed: Middleware {
    func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
      var response = try await next(request)
      response.body = Data(response.body.reversed())
      return response
    }
  }

  @Test func aBodyThatAMiddlewareChangesIsJudgedAgain() async throws {
    let log = CallLog(Logger(label: "calls") { _ in InMemoryLogHandler() })
    #expect(try await Plain.live(client("]21[", nil, [Reversed(), log])).numbers() == [12])
  }

  @Test(arguments: [
    (page, "text/html", 200, 1), (page, "text/html", 503, 3),
    (#"{"success":false,"error":"GONE"}"#, "application/json", 200, 1),
    (#"{"success":false,"error":"SERVICE_UNAVAILABLE"}"#, "application/json", 200, 3),
    (#"{"success":false,"error":"TOO_MANY_REQUESTS"}"#, "application/json", 200, 3),
    (#"{"success":true,"data":null}"#, "application/json", 200, 1),
  ])
  func aCallIsRepeatedByWhatTheResponseIs(body: String, type: String, status: Int, attempts: Int) async throws {
    let count = Locked(0)
    let transport = ClosureTransport.status(status, body, [.contentType: type])
      .watched { _ in count.withLock { $0 += 1 } }
    let api = Wrapped.live(over: transport, middleware: [Retry(base: .zero)])
    try? await api.remove(id: 1)
    #expect(count.withLock { $0 } == attempts)
  }
}
