import Foundation
import HTTPTypes
import Naru
import NaruOffline
import TestSupport
import Testing

/// A café's network, a maintenance page and a refusal under 200: nothing is lost, and nothing cached is replaced.
struct ForeignResponseTests {
  enum Envelope: EnvelopeFormat {
    static let json = JSONCoding()
  }

  @Payload
  fileprivate struct Memo: Sendable, Hashable {
    var id: Int
    var text: String
  }

  @Payload(init: true)
  fileprivate struct NewMemo: Sendable {
    var text: String
  }

  @API("", format: Envelope.self)
  fileprivate struct Memos: Sendable {
    @GET("/memos") var list: @Sendable () async throws -> [Memo]
    @POST("/memos") var add: @Sendable (_ memo: NewMemo) async throws -> Memo
    @DELETE("/memos/{id}", changes: ["list"]) var remove: @Sendable (_ id: Int) async throws -> Void
  }

  @API("/plain")
  fileprivate struct PlainMemos: Sendable {
    @GET("/memos/{id}", nilOn: 404) var find: @Sendable (_ id: Int) async throws -> Memo?
    @POST("/memos") var add: @Sendable (_ memo: NewMemo) async throws -> Memo
    @DELETE("/memos/{id}") var remove: @Sendable (_ id: Int) async throws -> Void
    @POST("/moved", redirects: true) var move: @Sendable (_ memo: NewMemo) async throws -> Memo
  }

  /// A response of something between the app and its server, or of a server in maintenance.
  struct Fault: Sendable, CustomTestStringConvertible {
    var body: String
    var type: String? = "application/json"
    var status = 200
    var location: String?
    var testDescription: String { "\(status) \(type ?? "") \(body)" }
  }

  static let pages = [
    Fault(body: "<html><body>Sign in to Cafe Wi-Fi</body></html>", type: "text/html"),
    Fault(body: "<!doctype html><p>점검 중", type: nil),
    Fault(body: "<html>…", type: "text/html; charset=euc-kr"),
    Fault(body: #"{"login":"http://portal"}"#), Fault(body: "<script>location='http://portal'</script>", type: nil),
    Fault(body: "<html>Blocked</html>", type: "text/html", status: 403),
    Fault(body: "<html>Not found</html>", type: "text/html", status: 404),
    Fault(body: "<html>Sign in</html>", type: "text/html", status: 511),
    Fault(body: "", type: nil, status: 302), Fault(body: #"{"success":false,"error":"PROXY"}"#, status: 407),
    Fault(body: "<html>Bad gateway</html>", type: "text/html", status: 502),
    Fault(body: #"{"success":false,"message":"점검 중입니다.","error":"SERVICE_UNAVAILABLE"}"#),
  ]
  static let unreadable = [
    Fault(body: #"{"success":true,"data":[{"id":"x"}]}"#), Fault(body: #"{"success":true,"data":[{"id":1,"te"#),
    Fault(body: "", type: nil),
  ]
  static let busy = Fault(body: #"{"success":false,"error":"TOO_MANY_REQUESTS"}"#)
  static let refusals = [Fault(body: #"{"success":false,"message":"점검 중입니다.","error":"MAINTENANCE"}"#)]

  private final class Network: Transport {
    private let response = Locked<Fault?>(nil)
    private let failure = Locked(APIError(.unreachable))
    private let sent = Locked<[String]>([])

    var requests: [String] { sent.withLock { $0 } }
    func set(_ fault: Fault?) { response.withLock { $0 = fault } }
    func cut() {
      failure.withLock { $0 = APIError(.decodingFailed, status: .ok) }
      set(nil)
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
      sent.withLock { $0.append("\(request.head.method) \(request.head.path ?? "")") }
      guard let fault = response.withLock({ $0 }) else { throw failure.withLock { $0 } }
      var head = HTTPResponse(status: .init(code: fault.status))
      head.headerFields[.contentType] = fault.type
      head.headerFields[.location] = fault.location
      return APIResponse(head: head, body: Data(fault.body.utf8))
    }
  }

  private let network = Network()
  private let folder: TemporaryFolder
  private let clock = TestClock()
  private let list = Fault(body: #"{"success":true,"data":[{"id":1,"text":"a"},{"id":2,"text":"b"}]}"#)

  init() throws { folder = try TemporaryFolder() }

  private func offline(release: Release? = nil, _ adjust: (inout OfflineOptions) -> Void = { _ in }) throws -> Offline {
    var options = OfflineOptions(contracts: [Memos.self, PlainMemos.self])
    options.now = { [clock] in clock.shown }
    options.clock = clock
    adjust(&options)
    let client = APIClient(InMemoryTransport.url, transport: network, release: release)
    return try Offline(in: folder.url, for: "ann", client: client, options: options)
  }

  private func texts(_ offline: Offline, _ policy: ReadPolicy? = nil) async throws -> [String] {
    try await offline.read(Memos.self, policy: policy) { try await $0.list() }.value.map(\.text)
  }

  @Test(arguments: pages + unreadable + refusals)
  func whatIsNoSuccessNeverReplacesTheCachedResponse(fault: Fault) async throws {
    let offline = try offline()
    network.set(list)
    #expect(try await texts(offline) == ["a", "b"])
    network.set(fault)
    _ = try? await texts(offline)
    network.set(nil)
    let value = try await offline.read(Memos.self) { try await $0.list() }
    #expect(value.value.map(\.text) == ["a", "b"])
    #expect(!value.isFresh)
    #expect(try await texts(offline, .cacheOnly) == ["a", "b"])
  }

  @Test func thatThereIsNothingIsCached() async throws {
    let offline = try offline()
    for fault in [Fault(body: #"{"code":"GONE"}"#, status: 404), nil] {
      network.set(fault)
      #expect(try await offline.read(PlainMemos.self) { try await $0.find(id: 1) }.value == nil)
    }
  }

  @Test(arguments: pages + unreadable + [busy])
  func theCachedResponseIsReturnedWithItsAgeWhileSomethingElseResponds(fault: Fault) async throws {
    let offline = try offline()
    network.set(list)
    _ = try await texts(offline)
    let before = clock.shown
    clock.advance(by: .seconds(60))
    network.set(fault)
    let value = try await offline.read(Memos.self) { try await $0.list() }
    #expect(value.value.map(\.text) == ["a", "b"])
    #expect(!value.isFresh && abs(value.date.timeIntervalSince(before)) < 1)
    await #expect(throws: APIError.self) { _ = try await texts(offline, .networkOnly) }
  }

  @Test(arguments: pages + unreadable + refusals)
  func aFirstReadThatFailedIsNotCached(fault: Fault) async throws {
    let offline = try offline { $0.policies[Memos.Endpoints.list] = .cacheFirst(maxAge: .seconds(3600)) }
    network.set(fault)
    await #expect(throws: APIError.self) { _ = try await texts(offline) }
    await #expect(throws: APIError.self) { _ = try await texts(offline, .cacheOnly) }
    network.set(list)
    #expect(try await texts(offline) == ["a", "b"])
    #expect(try await texts(offline) == ["a", "b"])
    #expect(network.requests.count == 2)
  }

  @Test func aQueuedWriteThatTheServerRejectsUnder200IsRejectedWithItsMessage() async throws {
    let offline = try offline()
    network.set(Fault(body: "\u{FEFF}" + #"{"success":false,"message":"이미 지워진 메모입니다.","error":"GONE"}"#))
    try await offline.write(Memos.self) { try await $0.add(memo: NewMemo(text: "x")) }
    try await offline.write(Memos.self) { try await $0.remove(id: 1) }
    try await offline.send()
    let status = try offline.status()
    #expect(status.queued == 0 && status.rejected == 2)
    for write in try offline.queuedWrites() { #expect(write.lastError?.korean == "이미 지워진 메모입니다.") }
  }

  @Test(arguments: pages)
  func aQueuedWriteIsKeptWhileSomethingElseResponds(fault: Fault) async throws {
    let offline = try offline()
    network.set(fault)
    try await offline.write(Memos.self) { try await $0.add(memo: NewMemo(text: "x")) }
    try await offline.write(Memos.self) { try await $0.remove(id: 1) }
    try await offline.write(PlainMemos.self) { try await $0.add(memo: NewMemo(text: "x")) }
    try await offline.send()
    #expect(try offline.status().queued == 3)
    #expect(try offline.status().rejected == 0)
    network.set(Fault(body: #"{"success":true,"data":{"id":9,"text":"x"}}"#))
    clock.advance(by: .seconds(10))
    try await offline.send()
    #expect(try offline.queuedWrites().map(\.endpointName) == ["PlainMemos.add"])
    network.set(Fault(body: #"{"id":9,"text":"x"}"#))
    try await offline.send(ignoringBackoff: true)
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func anEnvelopeThatStatesASuccessSettlesAWriteEvenIfItsValueIsUnknown() async throws {
    let offline = try offline()
    network.set(Fault(body: #"{"success":true,"data":{"number":"x"}}"#))
    try await offline.write(Memos.self) { try await $0.add(memo: NewMemo(text: "x")) }
    try await offline.send()
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test(arguments: [201, 202, 204, 205])
  func aStatusThatStatesASuccessSettlesAWriteWithoutItsValue(status: Int) async throws {
    let offline = try offline()
    network.set(Fault(body: "", type: nil, status: status))
    try await offline.write(PlainMemos.self) { try await $0.add(memo: NewMemo(text: "x")) }
    try await offline.send()
    #expect(try offline.queuedWrites().isEmpty)
    let api = offline.live(PlainMemos.self, queueingUnsent: true)
    let error = try await #require(throws: APIError.self) { _ = try await api.add(memo: NewMemo(text: "x")) }
    #expect(error.code == .decodingFailed && !(error.underlyingError is WriteQueued))
    #expect(try offline.queuedWrites().isEmpty, "it was applied")
  }

  /// The same contract in a later release, which needs another field.
  enum Later {
    @Payload
    struct Memo: Sendable {
      var id: Int
      var title: String
    }

    @API("", format: Envelope.self)
    struct Memos: Sendable {
      @GET("/memos") var list: @Sendable () async throws -> [Memo]
    }
  }

  @Test func anUpdatedAppKeepsWhatItCanRead() async throws {
    let first = try offline(release: "1.0")
    network.set(list)
    _ = try await texts(first)
    try first.close()
    let same = try offline(release: "1.1")
    network.set(nil)
    #expect(try await texts(same) == ["a", "b"])
    try same.close()
    let later = try offline(release: "2.0") {
      $0 = OfflineOptions(contracts: [Later.Memos.self])
      $0.now = { [clock] in clock.shown }
      $0.policies[Later.Memos.Endpoints.list] = .cacheFirst(maxAge: .seconds(3600))
    }
    network.set(Fault(body: #"{"success":true,"data":[{"id":1,"title":"new"}]}"#))
    #expect(try await later.read(Later.Memos.self) { try await $0.list() }.value.map(\.title) == ["new"])
  }

  @Test func aResponseThatIsCutInItsCompressionIsNone() async throws {
    let offline = try offline()
    network.set(list)
    #expect(try await texts(offline) == ["a", "b"])
    network.cut()
    #expect(try await texts(offline) == ["a", "b"])
    try await offline.write(Memos.self) { try await $0.add(memo: NewMemo(text: "x")) }
    try await offline.send()
    let error = try await #require(throws: APIError.self) {
      try await offline.live(Memos.self, queueingUnsent: true).remove(id: 1)
    }
    #expect(error.underlyingError is WriteQueued)
    let status = try offline.status()
    #expect(status.queued == 2 && status.rejected == 0)
  }

  @Test func aQueuedWriteFollowsTheRedirectsThatItsEndpointAllows() async throws {
    let offline = try offline()
    network.set(Fault(body: "", type: nil, status: 308, location: "/other"))
    try await offline.write(PlainMemos.self) { try await $0.move(memo: NewMemo(text: "x")) }
    try await offline.send()
    #expect(network.requests.prefix(2) == ["POST /plain/moved", "POST /other"])
  }

  @Test(arguments: pages)
  func aDirectWriteIsQueuedWhileSomethingElseResponds(fault: Fault) async throws {
    let offline = try offline()
    let api = offline.live(Memos.self, queueingUnsent: true)
    network.set(fault)
    for write in [{ try await api.remove(id: 1) }, { _ = try await api.add(memo: NewMemo(text: "x")) }]
      as [() async throws -> Void]
    {
      let error = try await #require(throws: APIError.self) { try await write() }
      #expect(error.underlyingError is WriteQueued)
    }
    #expect(try offline.status().queued == 2)
  }

  @Test func aDirectWriteThatTheServerRejectsUnder200FailsWithItsMessage() async throws {
    let offline = try offline()
    network.set(Fault(body: #"{"success":false,"message":"이미 지워진 메모입니다.","error":"GONE"}"#))
    let error = try await #require(throws: APIError.self) {
      try await offline.live(Memos.self, queueingUnsent: true).remove(id: 1)
    }
    #expect(error.serverCode == "GONE")
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func aRejectedWriteLeavesItsReadsFresh() async throws {
    let offline = try offline { $0.policies[Memos.Endpoints.list] = .cacheFirst(maxAge: .seconds(3600)) }
    network.set(list)
    _ = try await texts(offline)
    network.set(Self.refusals[0])
    try? await offline.live(Memos.self).remove(id: 1)
    #expect(try await texts(offline) == ["a", "b"])
  }
}
