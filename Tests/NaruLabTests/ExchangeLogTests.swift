import Foundation
import HTTPTypes
import Naru
@_spi(Lab) import NaruLab
import TestSupport
import Testing

/// The log of the calls of a server.
struct ExchangeLogTests {
  private let server = NoteServer()

  @Test func aCallIsLoggedWithItsEndpointCallerStatusAndKey() async throws {
    _ = try await server.client("홍길동").add(note: NewNote(text: "배"))
    let list = try await server.api.exchanges()
    let exchange = try #require(list.exchanges.first)
    #expect(list.total == 1 && list.before == nil && exchange.id == 1)
    #expect(exchange.endpoint == "Notes.add" && exchange.method == "POST" && exchange.target == "/notes")
    #expect(exchange.caller == "홍길동" && exchange.status == 200 && exchange.milliseconds > 0)
    #expect(exchange.key?.count == 36 && exchange.attempt == 1 && exchange.faults == [])
    #expect(exchange.sent == #"{"text":"배"}"#.utf8.count && exchange.received == #""배""#.utf8.count)
  }

  @Test func aRejectedCallerIsLoggedWithoutAName() async throws {
    let rejected = await code { _ = try await server.client("bad").list() }
    #expect(rejected == .unauthorized)
    let exchange = try #require(try await server.api.exchanges().exchanges.first)
    #expect(exchange.status == 401 && exchange.caller == nil)
  }

  @Test func secretsAreRedactedInAllOutput() async throws {
    let client = server.client("s3cret-token")
    _ = try await client.add(note: NewNote(text: "배", password: "s3cret-password"))
    _ = await code { try await client.remove(token: "s3cret-path") }
    let api = server.api
    let added = try await api.exchange(id: 1)
    #expect(added.request.headers.contains(LabAPI.Header(name: "Authorization", value: "redacted")))
    #expect(added.request.body == #"{"text":"배","password":"redacted"}"#)
    #expect(added.curl.contains(#"-H 'Authorization: Bearer '"$TOKEN""#) && added.curl.contains(#""'"$PASSWORD"'""#))
    let har = try await api.har().collect(upTo: 1 << 20)
    let texts = [
      "\(added)", "\(try await api.exchange(id: 2))", String(decoding: har, as: UTF8.self),
      "\(try await api.exchanges().exchanges)",
    ]
    for text in texts {
      #expect(!text.contains("s3cret-password") && !text.contains("s3cret-path"))
      #expect(!text.contains("Bearer s3cret-token"))
    }
    #expect(texts[2].contains("\"_endpoint\" : \"Notes.add\""))
    // A search must not tell whether a guess of a secret is right.
    #expect(try await api.exchanges(filter: .init(text: "s3cret-path")).total == 0)
  }

  @Test func filtersSelectExchanges() async throws {
    _ = try await server.client("홍길동").list(word: "아침")
    _ = try await server.client("김나루").list()
    _ = await code { try await server.client().remove(token: "x") }
    let api = server.api
    func found(_ filter: LabAPI.Filter) async throws -> [Int] {
      try await api.exchanges(filter: filter).exchanges.map(\.id)
    }
    #expect(try await found(.init()) == [3, 2, 1])
    #expect(try await found(.init(endpoint: "list")) == [2, 1])
    #expect(try await found(.init(caller: "나루")) == [2])
    #expect(try await found(.init(status: "4xx")) == [3])
    #expect(try await found(.init(status: "failed")) == [3])
    #expect(try await found(.init(status: "200", text: "아침")) == [1])
    let invalid = await code { _ = try await api.exchanges(filter: .init(status: "many")) }
    #expect(invalid == .invalidRequest)
    let page = try await api.exchanges(limit: 2)
    #expect(page.exchanges.map(\.id) == [3, 2] && page.before == 2 && page.total == 3)
    #expect(try await api.exchanges(before: 2, limit: 2).exchanges.map(\.id) == [1])
    try await api.clear()
    #expect(try await found(.init()) == [])
  }

  @Test func theOldestExchangesLeaveTheLog() async throws {
    let server = NoteServer(Lab(maxExchanges: 1000))
    for _ in 0..<3500 { _ = try await server.client().list() }
    let list = try await server.api.exchanges(limit: 1)
    #expect(list.total == 1000 && list.exchanges.first?.id == 3500)
    #expect(try await server.api.exchange(id: 2501).exchange.id == 2501)
    #expect(await code { _ = try await server.api.exchange(id: 2500) } == .notFound)
    let small = NoteServer(Lab(maxSize: 100_000))
    for _ in 0..<10 { _ = try await small.client().add(note: NewNote(text: String(repeating: "x", count: 10_000))) }
    #expect(try await small.api.exchanges().total < 10)
    let named = NoteServer(Lab(maxSize: 100_000))
    for _ in 0..<20 { _ = try await named.client(String(repeating: "x", count: 10_000)).list() }
    #expect(try await named.api.exchanges().total < 10)
  }

  @Test func anExportIsMadeOneExchangeAfterTheOther() async throws {
    let empty = try await server.api.har().collect(upTo: 1 << 20)
    #expect(try entries(empty) == [])
    for _ in 0..<3 { _ = try await server.client().list() }
    var chunks: [Data] = []
    for try await chunk in try await server.api.har() { chunks.append(chunk) }
    #expect(chunks.count > 3)
    #expect(try entries(Data(chunks.joined())) == ["Notes.list", "Notes.list", "Notes.list"])
  }

  private func entries(_ file: Data) throws -> [String?] {
    let file = try #require(try JSONSerialization.jsonObject(with: file) as? [String: [String: Any]])
    let entries = try #require(file["log"]?["entries"] as? [[String: Any]])
    return entries.map { $0["_endpoint"] as? String }
  }

  @Test func aSearchFindsMethodPathStatusUserAndBody() async throws {
    _ = try await server.client("홍길동").add(note: NewNote(text: "Ferry 9", password: "s3cret-password"))
    _ = try await server.client("김나루").list(word: "아침")
    _ = await code { try await server.client().remove(token: "x") }
    let api = server.api
    func found(_ search: String) async throws -> [Int] {
      try await api.exchanges(filter: .init(search: search)).exchanges.map(\.id)
    }
    #expect(try await found("POST") == [1])
    #expect(try await found("ferry") == [1])
    #expect(try await found("notes 4xx") == [3])
    #expect(try await found("failed DELETE") == [3])
    #expect(try await found("나루 아침") == [2])
    #expect(try await found("user:홍길동 body:FERRY") == [1])
    #expect(try await found("body:notes") == [])
    // A search must not tell whether a guess of a secret is right.
    #expect(try await found("s3cret") == [])
  }

  @Test func aLargeBodyIsNotStored() async throws {
    _ = try await server.client().add(note: NewNote(text: String(repeating: "x", count: 100_000)))
    let detail = try await server.api.exchange(id: 1)
    #expect(detail.request.body == nil && detail.request.comment == "not recorded: 100011 bytes")
    #expect(await code { _ = try await server.api.sendAgain(id: 1) } == .invalidRequest)
  }

  @Test func eventsAreTheCallsFromNowOn() async throws {
    _ = try await server.client().list()
    var events = try await server.api.events().makeAsyncIterator()
    let lab = server.lab
    #expect(await until { lab.readerCount == 1 })
    _ = try await server.client().add(note: NewNote(text: "배"))
    let event = try #require(try await events.next())
    #expect(event.data.endpoint == "Notes.add" && event.id == "2")
  }

  @Test func aRequestIsSentAgainWithItsKey() async throws {
    _ = try await server.client("홍길동").add(note: NewNote(text: "배"))
    let again = try await server.api.sendAgain(id: 1)
    #expect(again.exchange.id == 2 && again.exchange.attempt == 2 && again.exchange.caller == "홍길동")
    #expect(again.sentTimes == 2 && server.all.count == 4)
  }

  @Test func aRequestIsSentWithChangesAndItsSecrets() async throws {
    let api = server.api
    _ = try await server.client("홍길동").add(note: NewNote(text: "배", password: "s3cret-password"))
    let first = try await api.exchange(id: 1)
    func edited(_ target: String, _ body: String) -> LabAPI.EditedRequest {
      .init(
        method: "POST",
        target: target,
        headers: first.request.headers.filter { $0.name != "Idempotency-Key" },
        body: body
      )
    }
    let again = try await api.sendEdited(id: 1, request: edited("/notes", #"{"text":"기차"}"#))
    #expect(again.exchange.id == 2 && again.exchange.status == 200 && again.exchange.caller == "홍길동")
    #expect(again.request.body == #"{"text":"기차"}"# && server.all.last == "기차")
    let unknown = await code { _ = try await api.sendEdited(id: 1, request: edited("/nowhere", "")) }
    #expect(unknown == .invalidRequest)
  }

  @Test func coverageNamesTheStatusesAndFaultsAndTheEndpointsWithoutCalls() async throws {
    _ = try await server.api.setPlan(plan: .init(rules: [.init(fault: .status(code: 503, retryAfter: 1), calls: [1])]))
    _ = await code { _ = try await server.client().list() }
    _ = try await server.client().list()
    let coverage = try await server.api.coverage()
    #expect(coverage.contains(.init(endpoint: "Notes.list", status: 503, fault: "status", calls: 1)))
    #expect(coverage.contains(.init(endpoint: "Notes.list", status: 200, calls: 1)))
    #expect(coverage.contains(.init(endpoint: "Notes.add", calls: 0)))
  }
}
