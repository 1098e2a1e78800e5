import Foundation
import HTTPTypes
import Hummingbird
import Naru
import NaruAsyncHTTPClient
@_spi(Lab) import NaruLab
import NaruServer
import ServerTesting
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
    #expect(texts[2].contains("\"_endpoint\":\"Notes.add\""))
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

  @Test func anExportIsMadeWhileItIsSent() async throws {
    let empty = try await server.api.har().collect(upTo: 1 << 20)
    #expect(try entries(empty) == [])
    for _ in 0..<20 {
      _ = try await server.client().list()
      _ = try await server.client().add(note: NewNote(text: "x"))
    }
    let chunks = try await server.api.har().all()
    #expect(chunks.count > 1)
    #expect(try entries(Data(chunks.joined())) == (0..<20).flatMap { _ in ["Notes.list", "Notes.add"] })
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

  @Test func aSecretIsNotConfirmedByASearchForAPlainBodyOfItsSize() async throws {
    let lab = Lab()
    let contracts = lab.observing([
      ServedContract(Keys.self) { _ in Keys(make: { _ in NewKey(password: "s3cr3t") }) }
    ])
    let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport(contracts + [lab.contract]))
    _ = try await Keys.live(client).make(owner: Owner(nickname: "ferry9"))
    func found(_ search: String) async throws -> [Int] {
      try await LabAPI.live(client).exchanges(filter: .init(search: search)).exchanges.map(\.id)
    }
    let exchange = try #require(try await LabAPI.live(client).exchanges().exchanges.first)
    #expect(exchange.sent == exchange.received)
    // The first search learns that the request is plain.
    #expect(try await found("body:ferry9") == [1])
    #expect(try await found("body:s3cr3t") == [])
    #expect(try await found("body:redacted") == [])
  }

  @Test func aRedirectIsLoggedWithoutTheProvidersCode() async throws {
    let lab = Lab()
    let router = Router(context: LabContext.self)
    lab.addRoutes(to: router)
    let address = "app://callback?page=2&code=4b7&state=q9#code=z8"
    router.get("/login") { _, _ in Response(status: .found, headers: [.location: address]) }
    try await withServer(router, server: .limited()) { server in
      _ = try await AsyncHTTPClientTransport().send(.get, "/login", to: server.url)
    }
    let api = LabAPI.live(APIClient(InMemoryTransport.url, transport: InMemoryTransport([lab.contract])))
    let redacted = LabAPI.Header(
      name: "Location",
      value: "app://callback?page=2&code=redacted&state=redacted#code=redacted"
    )
    #expect(try await api.exchange(id: 1).response?.headers.contains(redacted) == true)
    let har = String(decoding: try await api.har().collect(upTo: 1 << 20), as: UTF8.self)
    #expect(har.contains("page=2&code=redacted") && !har.contains("4b7") && !har.contains("q9") && !har.contains("z8"))
  }

  @Test func theReleasesThatCallAnEndpointOutliveTheLog() async throws {
    let server = NoteServer(Lab(maxExchanges: 10))
    func list(_ release: Release?) async throws {
      let client = APIClient(InMemoryTransport.url, transport: server.inMemory, release: release)
      _ = try await Notes.live(client).list()
    }
    for _ in 0..<3 { try await list("1.3.0") }
    for number in 0..<100 { try await list(Release("2.\(number)")) }
    for _ in 0..<4 { try await list(nil) }
    let api = server.api
    let releases = try await api.releases()
    func calls(_ release: String) -> Int? { releases.first { $0.release == release }?.calls }
    #expect(releases.count == 66 && releases.allSatisfy { $0.endpoint == "Notes.list" && !$0.isDeprecated })
    #expect(calls("1.3.0") == 3 && calls("2.0") == 1 && calls("2.62") == 1 && calls("2.63") == nil)
    #expect(calls("other") == 37 && calls("none") == 4)
    // The most recent callers come first.
    #expect(releases.first?.release == "none" && releases.last?.release == "1.3.0")
    #expect(try await api.exchanges().total == 10)
    #expect(try await api.exchanges(filter: .init(search: "release:none")).total == 4)
    #expect(try await api.exchanges(filter: .init(search: "release:2.99.0 list")).exchanges.map(\.release) == ["2.99"])
    try await api.clear()
    #expect(try await api.releases() == [])
  }

  @Test func anExportEndsWithItsClient() async throws {
    let server = NoteServer()
    for _ in 0..<400 { _ = try await server.client().add(note: NewNote(text: String(repeating: "x", count: 60_000))) }
    let left = try await server.serve(gracePeriod: .seconds(60)) { url async throws in
      let client = APIClient(url, transport: AsyncHTTPClientTransport())
      for try await _ in try await LabAPI.live(client).har() { break }
      return ContinuousClock.now
    }
    // Long before the end of the grace period; a busy machine needs seconds for the entries in progress.
    #expect(left.duration(to: .now) < .seconds(20))
  }

  @Test func anOpenPageDoesNotKeepTheServer() async throws {
    let server = NoteServer()
    let lab = server.lab
    let (stopped, page) = try await server.serve(gracePeriod: .seconds(60)) { url async throws in
      let events = try await LabAPI.live(APIClient(url, transport: AsyncHTTPClientTransport())).events()
      let page = Task { for try await _ in events {} }
      #expect(await until { lab.readerCount == 1 })
      return (ContinuousClock.now, page)
    }
    #expect(stopped.duration(to: .now) < .seconds(5))
    page.cancel()
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
    #expect(await until { server.lab.readerCount == 1 })
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
}

/// A contract with a secret in its response.
@API("/keys", auth: .none)
struct Keys: Sendable {
  @POST("/")
  var make: @Sendable (_ owner: Owner) async throws -> NewKey
}

@Payload(init: true)
struct Owner: Sendable {
  var nickname: String
}

@Payload(init: true)
struct NewKey: Sendable {
  var password: String
}
