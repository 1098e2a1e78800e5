import Naru
import NaruAsyncHTTPClient
@_spi(Lab) import NaruLab
import TestSupport
import Testing

/// Calls that a rule holds until a decision.
@Suite(.timeLimit(.minutes(1)))
struct HoldTests {
  private let server = NoteServer()

  private func hold(_ kind: Fault.Kind) async throws {
    _ = try await server.api.addRule(rule: .init(fault: Fault(kind)))
  }

  /// Waits until as many calls are held.
  private func held(_ count: Int = 1) async throws -> [LabAPI.ExchangeDetail] {
    while try await server.api.held().count != count { await Task.yield() }
    return try await server.api.held()
  }

  /// Decides about the held call, and returns it as it was shown.
  private func decide(_ decision: LabAPI.Decision) async throws -> LabAPI.ExchangeDetail {
    let call = try await held()[0]
    try await server.api.decide(id: call.exchange.id, decision: decision)
    return call
  }

  @Test func anEditedRequestReachesTheHandlerAndIsChecked() async throws {
    try await hold(.holdsRequest)
    async let added = server.client("홍길동").add(note: NewNote(text: "배", password: "secret"))
    let call = try await decide(.init(body: #"{"text": "나루"}"#))
    #expect(call.exchange.caller == "홍길동" && call.exchange.endpoint == "Notes.add" && call.response == nil)
    #expect(call.request.body?.contains("배") == true && call.request.body?.contains("secret") == false)
    #expect(try await added == "나루" && server.all == ["아침 배", "저녁 배", "나루"])
    #expect(try await server.api.exchange(id: 1).request.body == #"{"text": "나루"}"#)
    async let wrong = code { _ = try await server.client().add(note: NewNote(text: "배")) }
    _ = try await decide(.init(body: #"{"text": 1}"#))
    #expect(await wrong == .invalidRequest && server.all.count == 3)
  }

  @Test func anEditedResponseReachesTheClientAndAWrongDecisionIsRejected() async throws {
    try await hold(.holdsResponse)
    async let listed = server.client().list()
    let id = try await held()[0].exchange.id
    for wrong in [LabAPI.Decision(status: 99), .init(fault: .status(code: 200))] {
      #expect(await code { try await server.api.decide(id: id, decision: wrong) } == .invalidRequest)
    }
    #expect(await code { try await server.api.decide(id: id + 1, decision: .init()) } == .notFound)
    #expect(try await decide(.init(status: 202, body: #"["나루"]"#)).response?.body == #"["아침 배","저녁 배"]"#)
    #expect(try await listed == ["나루"])
    #expect(try await server.api.exchange(id: 1).exchange.status == 202)
  }

  @Test(arguments: [Fault.Kind.holdsRequest, .holdsResponse], [Fault.closesImmediately, .status(code: 503)])
  func aHeldCallFailsWithAnyFault(kind: Fault.Kind, fault: Fault) async throws {
    try await hold(kind)
    async let outcome = code { _ = try await server.client().add(note: NewNote(text: "배")) }
    _ = try await decide(.init(fault: fault))
    #expect(await outcome == (fault == .closesImmediately ? .unreachable : .serverError))
    #expect(server.all.count == (kind == .holdsRequest ? 2 : 3))
  }

  @Test func twentyCallsAreHeldAndContinueInAnyOrderWithTheirSecrets() async throws {
    try await hold(.holdsRequest)
    let secret = NewNote(text: "Bearer abcdefghijklmnop1234")
    let calls = (0...20).map { _ in Task { try await server.client().add(note: secret) } }
    for call in try await held(20).reversed() {
      #expect(call.request.body?.contains("abcd") == false)
      try await server.api.decide(id: call.exchange.id, decision: .init(body: call.request.body))
    }
    for call in calls { #expect(try await call.value == secret.text) }
  }

  @Test func aHeldCallContinuesAfterFiveMinutes() async throws {
    let clock = TestClock()
    let server = NoteServer(Lab(plan: .init(rules: [.init(fault: Fault(.holdsRequest))]), faultClock: clock))
    #expect(try await server.client().list().count == 2 && clock.waits == [.seconds(300)])
  }

  @Test func aHeldCallEndsWithItsClient() async throws {
    try await hold(.holdsRequest)
    let call = Task { try await server.client().add(note: NewNote(text: "배")) }
    _ = try await held()
    call.cancel()
    while try await server.api.exchanges().exchanges.isEmpty { await Task.yield() }
    #expect(try await server.api.exchange(id: 1).response == nil && server.all.count == 2)
    #expect(try await server.api.held().isEmpty)
  }

  @Test func aServerThatStopsDoesNotWaitForAHeldCall() async throws {
    try await hold(.holdsRequest)
    let call = try await server.serve(gracePeriod: .seconds(30)) { url async throws in
      let call = Task { try await Notes.live(APIClient(url, transport: AsyncHTTPClientTransport())).list() }
      _ = try await held()
      #expect(await code { _ = try await decide(.init(body: "[]")) } == .invalidRequest, "a GET has no body")
      return call
    }
    #expect(try await call.value.count == 2)
  }
}
