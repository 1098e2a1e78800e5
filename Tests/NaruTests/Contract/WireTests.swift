import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Parameters and results of which the wire could lose a part. Each arrives, or nothing is sent.
struct WireTests {
  @Test func anEnumWithoutRawValuesIsNotSentAsNothing() async throws {
    let things = Things.sending { _ in Issue.record("Something was sent.") }
    await expectUnencodable { try await things.kind(.a) }
    await expectUnencodable { try await things.kinds([.a, .b(1)]) }
    await expectUnencodable { try await things.kindField(KindField(kind: .a)) }
    await expectUnencodable { try await things.headerKind(.a) }
    await expectUnencodable { try await things.formKind(.a) }
  }

  @Test func aStructInAStructIsNotFlattened() async throws {
    let things = Things.sending { _ in Issue.record("Something was sent.") }
    await expectUnencodable { try await things.nested(Nested(inner: Inner(a: 1))) }
    await expectUnencodable { try await things.list([Inner(a: 1)]) }
    await expectUnencodable { try await things.lists([[1], [2]]) }
    await expectUnencodable { try await things.headerStruct(Inner(a: 1)) }
  }

  @Test func twoStructsWithOneFieldNameAreNotSentTwice() async throws {
    let things = Things.sending { _ in Issue.record("Something was sent.") }
    await expectUnencodable { try await things.twoStructs(Inner(a: 1), Inner(a: 2)) }
    await expectUnencodable { try await things.formStructs(Inner(a: 1), Inner(a: 2)) }
    await expectUnencodable { try await things.structAndScalar(Inner(a: 1), 2) }
    await expectUnencodable { try await things.scalarAndStruct(2, Inner(a: 1)) }
    let paths = Locked<[String?]>([])
    let sending = Things.sending { request in paths.withLock { $0.append(request.head.path) } }
    try await sending.twoStructs(Inner(a: 1), nil)
    try await sending.structAndLists(Lists(a: [1, 2], b: [3, 3]), [4, 4])
    #expect(paths.withLock { $0 } == ["/things/two?a=1", "/things/lists?a=1&a=2&b=3&b=3&c=4&c=4"])
  }

  @Test func anAcceptParameterIsSent() async throws {
    let fields = Locked<[String?]>([])
    let things = Things.sending { request in fields.withLock { $0.append(request.head.headerFields[.accept]) } }
    try await things.accept("application/vnd.github+json")
    try await things.versionedAccept()
    try await things.twoStructs(nil, nil)
    #expect(
      fields.withLock { $0 } == ["application/vnd.github+json", "application/vnd.github+json", "application/json"]
    )
  }

  @Test func aHeaderFieldHasItsDeclaredName() async throws {
    let fields = Locked<[HTTPFields]>([])
    let things = Things.sending { request in fields.withLock { $0.append(request.head.headerFields) } }
    try await things.version(apiVersion: "2022-11-28", eTag: "\"1\"")
    let sent = fields.withLock { $0.first }
    #expect(sent?[try #require(HTTPField.Name("X-GitHub-Api-Version"))] == "2022-11-28")
    #expect(sent?[.eTag] == "\"1\"")
    #expect(sent?[try #require(HTTPField.Name("X-Client"))] == "naru")
    var served = Things.unimplemented
    served.version = { version, tag in #expect(version == "2022-11-28" && tag == "\"1\"") }
    try await Things.overHTTP(served).version(apiVersion: "2022-11-28", eTag: "\"1\"")
  }

  @Test(arguments: ["2026-03-04", "2026-03-05"])
  func aDateInTheQueryHasTheStrategyOfTheFormat(day: String) async throws {
    let date = try #require(DateCoding.day.date(day))
    let paths = Locked<[String?]>([])
    try await Days.live(client { request in paths.withLock { $0.append(request.head.path) } }).show(date, date, [date])
    #expect(paths.withLock { $0 } == ["/days/\(day)?since=\(day)&all=\(day)"])
    let served = Days(show: { #expect($0 == date && $1 == date && $2 == [date]) })
    try await Days.overHTTP(served).show(date, date, [date])
  }

  @Test func aMalformedDateIsRejectedWithAnExampleOfItsFormat() async throws {
    let response = try await Days.unimplemented.inMemory().send(.get, "/days/2026-03-04?since=yesterday")
    #expect(response.head.status == .badRequest)
    #expect(response.text.contains("`since` must be a date such as 2026-03-04"))
  }

  @Test(arguments: ["2024-02-29", "0001-01-01", "9999-12-31"])
  func aDayIsADayInEveryPlace(text: String) async throws {
    let day = try #require(Day(text))
    let at = Date(timeIntervalSince1970: 1_772_616_600)
    let sent = Locked<[APIRequest]>([])
    let birthdays = Birthdays.live(client { request in sent.withLock { $0.append(request) } })
    try await birthdays.set(day, day, [day], day, Birthday(day: day, at: at))
    try await birthdays.form(day)
    let requests = sent.withLock { $0 }
    #expect(requests.first?.head.path == "/birthdays/\(text)?since=\(text)&all=\(text)")
    #expect(requests.first?.head.headerFields[try #require(HTTPField.Name("Until"))] == text)
    #expect(
      requests.map { String(decoding: $0.body, as: UTF8.self) }
        == [#"{"day":"\#(text)","at":"2026-03-04T09:30:00.000Z"}"#, "day=\(text)"]
    )
    let served = Birthdays.overHTTP(
      Birthdays(
        set: { #expect($0 == day && $1 == day && $2 == [day] && $3 == day && $4 == Birthday(day: day, at: at)) },
        form: { #expect($0 == day) }
      )
    )
    try await served.set(day, day, [day], day, Birthday(day: day, at: at))
    try await served.form(day)
  }

  @Test(arguments: ["2026-02-30", "2026-3-4", "2026-03-04T00:00:00Z", "today", ""])
  func aTextThatIsNotADayIsRejected(text: String) async throws {
    #expect(Day(text) == nil)
    let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let form = try await Birthdays.unimplemented.inMemory().send(.post, "/birthdays", fields, Data("day=\(text)".utf8))
    #expect(form.head.status == .badRequest)
    #expect(form.text.contains("`day` must be a date such as 2026-03-04"))
    #expect(throws: DecodingError.self) {
      try JSONCoding().decode(Birthday.self, from: Data(#"{"day":"\#(text)","at":"2026-03-04T09:30:00Z"}"#.utf8))
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: Data(#"["\#(text)"]"#.utf8)) }
  }

  @Test func textIsReadAsText() async throws {
    let transport = ClosureTransport { request in
      #expect(request.head.headerFields[.accept] == "text/plain")
      return APIResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain; charset=utf-8"]),
        body: Data("나루\n".utf8)
      )
    }
    #expect(try await Things.live(over: transport).text() == "나루\n")
    var served = Things.unimplemented
    served.text = returns("나루\n")
    #expect(try await Things.overHTTP(served).text() == "나루\n")
    let response = try await served.inMemory().send(.get, "/things/text")
    #expect(response.body == Data("나루\n".utf8))
    #expect(response.head.headerFields[.contentType] == "text/plain; charset=utf-8")
  }

  @Test(arguments: ["나루\n", "\"나루\"", ""])
  func textIsSentAsText(text: String) async throws {
    let sent = Locked<[APIRequest]>([])
    let things = Things.sending { request in sent.withLock { $0.append(request) } }
    try await things.note(text)
    try await things.noteOrNothing(nil)
    let requests = sent.withLock { $0 }
    #expect(requests.map(\.body) == [Data(text.utf8), Data()])
    #expect(requests.first?.head.headerFields[.contentType] == "text/plain")
    let received = Locked<[String?]>([])
    var served = Things.unimplemented
    served.note = { note in received.withLock { $0.append(note) } }
    served.noteOrNothing = { note in received.withLock { $0.append(note) } }
    try await Things.overHTTP(served).note(text)
    try await Things.overHTTP(served).noteOrNothing(nil)
    #expect(received.withLock { $0 } == [text, nil])
  }

  @Test func aBodyThatIsNeitherJSONNorTextIsNotSent() async throws {
    let things = Things.sending { _ in Issue.record("Something was sent.") }
    await expectUnencodable { try await things.noteOrNothing("") }
    await expectUnencodable { try await things.numberAsText(7) }
    await expectUnencodable { try await things.xml("<a/>") }
  }

  @Test(arguments: [
    ("application/json", Data("\"a\"".utf8), 415), ("text/csv", Data("a".utf8), 415),
    ("text/plain; charset=euc-kr", Data("a".utf8), 415), ("text/plain; charset=UTF-8", Data("a".utf8), 204),
    ("text/plain", Data([0xFF]), 400),
  ])
  func aTextOfAnotherTypeIsRejected(type: String, body: Data, status: Int) async throws {
    var served = Things.unimplemented
    served.note = { _ in }
    let response = try await served.inMemory().send(.post, "/things/note", [.contentType: type], body)
    #expect(response.head.status.code == status)
  }

  @Test(
    arguments: [(204, ""), (201, ""), (200, "null"), (200, "{}"), (201, #"{"postId":1}"#), (200, "OK"), (202, "<p>")]
  )
  func aSuccessfulWriteIsASuccessWhateverItsBody(status: Int, body: String) async throws {
    try await Things.live(client(status, body)).note("a")
  }

  @Test func a204IsNil() async throws {
    #expect(try await Things.live(client(204)).maybe() == nil)
    #expect(try await Things.live(client(200, "3")).maybe() == 3)
    await #expect(throws: APIError.self) { try await Things.live(client(404)).maybe() }
  }

  @Test func aNilWithoutAStatusOfItsOwnArrives() async throws {
    var served = Things.unimplemented
    served.maybe = returns(nil)
    #expect(try await Things.overHTTP(served).maybe() == nil)
    let enveloped = Enveloped.overHTTP(Enveloped(maybe: { $0 }))
    #expect(try await enveloped.maybe(number: nil) == nil)
    #expect(try await enveloped.maybe(number: 3) == 3)
  }

  @Test func theDeclaredStatusIsNil() async throws {
    #expect(try await Things.live(client(404)).find() == nil)
    #expect(try await Things.live(client(404, #"{"code":"NOT_FOUND"}"#)).find() == nil)
    #expect(await code { try await Things.live(client(404, "<html>404</html>")).find() } == .notFound)
    await #expect(throws: APIError.self) { try await Things.live(client(410)).find() }
    var served = Things.unimplemented
    served.find = returns(nil)
    served.findOrNothing = returns(nil)
    #expect(try await Things.overHTTP(served).find() == nil)
    #expect(try await served.inMemory().send(.get, "/things/find").head.status == .notFound)
    #expect(try await Things.overHTTP(served).findOrNothing() == nil)
    let response = try await served.inMemory().send(.get, "/things/find-or-nothing")
    #expect(response.head.status == .noContent && response.body.isEmpty)
    served.find = returns(7)
    #expect(try await Things.overHTTP(served).find() == 7)
  }

  private func expectUnencodable(_ call: () async throws -> Void) async {
    let error = await #expect(throws: APIError.self) { try await call() }
    #expect(error?.code == .encodingFailed, "\(String(describing: error))")
  }

  private func client(_ status: Int, _ body: String = "") -> APIClient {
    APIClient(InMemoryTransport.url, transport: ClosureTransport.status(status, body))
  }

  private func client(_ send: @escaping @Sendable (APIRequest) -> Void) -> APIClient { Things.client(send) }
}

private enum Kind: Codable, Sendable { case a, b(Int) }
private struct KindField: Codable, Sendable { var kind: Kind }
private struct Inner: Codable, Sendable { var a: Int }
private struct Nested: Codable, Sendable { var inner: Inner }
private struct Lists: Codable, Sendable {
  var a: [Int]
  var b: [Int]
}

@API("/things", headers: ["X-Client": "naru"])
private struct Things: Sendable {
  @GET("/kind")
  var kind: @Sendable (_ kind: Kind) async throws -> Void
  @GET("/kinds")
  var kinds: @Sendable (_ kinds: [Kind]) async throws -> Void
  @GET("/kind-field")
  var kindField: @Sendable (_ field: KindField) async throws -> Void
  @GET("/header-kind")
  var headerKind: @Sendable (_ kind: Header<Kind>) async throws -> Void
  @POST("/form-kind")
  var formKind: @Sendable (_ kind: Form<Kind>) async throws -> Void
  @GET("/nested")
  var nested: @Sendable (_ nested: Nested) async throws -> Void
  @GET("/list")
  var list: @Sendable (_ list: [Inner]) async throws -> Void
  @GET("/list-of-lists")
  var lists: @Sendable (_ lists: [[Int]]) async throws -> Void
  @GET("/header-struct")
  var headerStruct: @Sendable (_ inner: Header<Inner>) async throws -> Void
  @GET("/two")
  var twoStructs: @Sendable (_ one: Inner?, _ two: Inner?) async throws -> Void
  @POST("/form-two")
  var formStructs: @Sendable (_ one: Form<Inner>, _ two: Form<Inner>) async throws -> Void
  @GET("/struct-scalar")
  var structAndScalar: @Sendable (_ one: Inner, _ a: Int) async throws -> Void
  @GET("/scalar-struct")
  var scalarAndStruct: @Sendable (_ a: Int, _ one: Inner) async throws -> Void
  @GET("/lists")
  var structAndLists: @Sendable (_ one: Lists, _ c: [Int]) async throws -> Void
  @GET("/accept")
  var accept: @Sendable (_ accept: Header<String>) async throws -> Void
  @GET("/versioned", headers: ["Accept": "application/vnd.github+json"])
  var versionedAccept: @Sendable () async throws -> Void
  @GET("/version", headers: ["X-GitHub-Api-Version": "{apiVersion}", "ETag": "{eTag}"])
  var version: @Sendable (_ apiVersion: String, _ eTag: String) async throws -> Void
  @GET("/text", headers: ["Accept": "text/plain"])
  var text: @Sendable () async throws -> String
  @POST("/note", headers: ["Content-Type": "text/plain"])
  var note: @Sendable (_ note: String) async throws -> Void
  @PUT("/note", headers: ["Content-Type": "text/plain"])
  var noteOrNothing: @Sendable (_ note: String?) async throws -> Void
  @POST("/number", headers: ["Content-Type": "text/plain"])
  var numberAsText: @Sendable (_ number: Int) async throws -> Void
  @POST("/xml", headers: ["Content-Type": "application/xml"])
  var xml: @Sendable (_ xml: String) async throws -> Void
  @GET("/maybe")
  var maybe: @Sendable () async throws -> Int?
  @GET("/find", nilOn: 404)
  var find: @Sendable () async throws -> Int?
  @GET("/find-or-nothing", nilOn: 204)
  var findOrNothing: @Sendable () async throws -> Int?
}

extension Things {
  static func client(_ send: @escaping @Sendable (APIRequest) -> Void) -> APIClient {
    APIClient(InMemoryTransport.url, transport: ClosureTransport.status(204).watched(send))
  }

  static func sending(_ send: @escaping @Sendable (APIRequest) -> Void) -> Things { live(client(send)) }
}

private enum DayFormat: CodeMessageFormat {
  static let json = JSONCoding(dates: .day)
}

@API("/days", format: DayFormat.self)
private struct Days: Sendable {
  @GET("/{day}")
  var show: @Sendable (_ day: Date, _ since: Date?, _ all: [Date]) async throws -> Void
}

@Payload
private struct Birthday: Sendable, Equatable {
  var day: Day
  var at: Date
}

@API("/birthdays")
private struct Birthdays: Sendable {
  @PUT("/{day}")
  var set:
    @Sendable (_ day: Day, _ since: Query<Day?>, _ all: Query<[Day]>, _ until: Header<Day>, _ birthday: Body<Birthday>)
      async throws
      -> Void
  @POST("/")
  var form: @Sendable (_ day: Form<Day>) async throws -> Void
}

@API("/enveloped", format: Envelope.self)
private struct Enveloped: Sendable {
  @GET("/maybe")
  var maybe: @Sendable (_ number: Int?) async throws -> Int?
}
