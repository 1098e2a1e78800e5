import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
@_spi(Lab) import NaruLab
import NaruTesting
import TestSupport
import Testing

/// The faults of the lab, without a socket and over one.
@Suite(.timeLimit(.minutes(2)))
struct FaultTests {
  private static let plans: [(fault: Fault, code: APIError.Code?)] = [
    (.delay(milliseconds: 1, jitter: 1), nil), (.status(code: 503, retryAfter: 1), .serverError),
    (.status(code: 429, retryAfter: 7), .rateLimited), (.expiredToken, .unauthorized),
    (.closesImmediately, .unreachable), (.acceptsSilently, .timedOut),
    (.responseLost, .unreachable), (.neverResponds, .timedOut), (.closesInBody, .unreachable),
    (.closesInCharacter, .unreachable), (.stallsInBody, .timedOut), (.slowBody(bytesPerSecond: 1_000_000), nil),
    (.brokenJSON, .decodingFailed), (.captivePortal, .decodingFailed),
  ]

  @Test(arguments: plans.indices)
  func aFaultHasTheSameOutcomeInProcessAndOverHTTP(index: Int) async throws {
    let (fault, expected) = Self.plans[index]
    let isSlow = expected == .timedOut
    let server = NoteServer()
    _ = try await server.api.addRule(rule: .init(fault: fault, endpoint: "Notes.list"))
    let timeout: Duration = isSlow ? .milliseconds(200) : .seconds(20)
    let inProcess = await code { _ = try await server.client(timeout: timeout).list() }
    #expect(inProcess == expected, "\(fault)")
    let overHTTP = try await server.serve { url async throws in
      let client = APIClient(url, transport: AsyncHTTPClientTransport(), timeout: timeout)
      return await code { _ = try await Notes.live(client).list() }
    }
    #expect(overHTTP == expected, "\(fault)")
    let transport = FailingTransport(InMemoryTransport(NoteServer().contracts), [.fail(with: fault)])
    let client = APIClient(InMemoryTransport.url, transport: transport, timeout: timeout)
    #expect(await code { _ = try await Notes.live(client).list() } == expected, "\(fault) in a transport")
    #expect(try await server.api.exchanges().exchanges.first?.faults == [fault.name])
  }

  @Test func aPlanHasTheSameOutcomesInProcessAndOverHTTP() async throws {
    // No closed connections: a client may repeat a GET on its own, which is then the next call.
    let rules: [Fault.Rule] = [
      .init(fault: .status(code: 503, retryAfter: nil), share: 0.3), .init(fault: .brokenJSON, calls: [2, 7, 9]),
    ]
    @Sendable func outcomes(_ notes: Notes) async -> [APIError.Code?] {
      var codes: [APIError.Code?] = []
      for _ in 0..<40 { codes.append(await code { _ = try await notes.list() }) }
      return codes
    }
    let (here, there) = (NoteServer(), NoteServer())
    for server in [here, there] { _ = try await server.api.setPlan(plan: .init(seed: 7, rules: rules)) }
    let inProcess = await outcomes(here.client("홍길동"))
    let overHTTP = try await there.serve { url async throws in
      let user = BearerAuthentication { Secret("홍길동") }
      return await outcomes(
        Notes.live(APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [user]))
      )
    }
    #expect(inProcess == overHTTP)
    #expect(Set(inProcess) == [nil, .serverError, .decodingFailed])
  }

  @Test func aBodyIsCutInTheMiddleOrInACharacter() async throws {
    let full = Data(#"["아침 배","저녁 배"]"#.utf8)
    func received(_ fault: Fault) async throws -> Data {
      let server = NoteServer()
      _ = try await server.api.addRule(rule: .init(fault: fault))
      #expect(await code { _ = try await server.client().list() } == .unreachable)
      let exchange = try #require(try await server.api.exchanges().exchanges.first)
      return full.prefix(exchange.received)
    }
    #expect(try await received(.closesInBody).count == full.count / 2)
    let cut = try await received(.closesInCharacter)
    #expect(!cut.isEmpty && String(bytes: cut, encoding: .utf8) == nil)
  }

  @Test func aTokenExpiresByHand() async throws {
    let server = NoteServer()
    for name in ["홍길동", "김나루"] { _ = try await server.client(name).list() }
    try await server.api.expireToken(id: 1)
    let error = await #expect(throws: APIError.self) { try await server.client("홍길동").list() }
    #expect(error?.code == .unauthorized && error?.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
    #expect(try await server.api.exchanges().exchanges.first?.faults == ["expiredToken"])
    #expect(await code { _ = try await server.client("김나루").list() } == nil)
    _ = try await server.client().list()
    #expect(await code { try await server.api.expireToken(id: 5) } == .invalidRequest)
    #expect(await code { try await server.api.expireToken(id: 99) } == .notFound)
  }

  @Test func aLostResponseIsAppliedOnceForEachTimeItIsSent() async throws {
    let server = NoteServer()
    _ = try await server.api.addRule(rule: .init(fault: .responseLost, endpoint: "Notes.add", calls: [1]))
    let lost = await code { _ = try await server.client().add(note: NewNote(text: "배")) }
    #expect(lost == .unreachable && server.all.last == "배")
    let detail = try await server.api.exchange(id: 1)
    #expect(detail.exchange.status == nil && detail.response == nil)
    #expect(detail.sentTimes == 1 && detail.appliedTimes == 1)
    let before = NoteServer()
    _ = try await before.api.addRule(rule: .init(fault: .closesImmediately))
    _ = await code { _ = try await before.client().add(note: NewNote(text: "배")) }
    let dropped = try await before.api.exchange(id: 1)
    #expect(before.all.count == 2 && dropped.sentTimes == 1 && dropped.appliedTimes == 0)
  }

  @Test func aRepeatedRequestAfterALostResponseIsSentTwiceAndAppliedOnce() async throws {
    let server = NoteServer(idempotency: InMemoryIdempotencyStore())
    _ = try await server.api.addRule(rule: .init(fault: .responseLost, endpoint: "Notes.add", calls: [1]))
    try await withCallOptions(idempotencyKey: "key-1") {
      #expect(await code { _ = try await server.client().add(note: NewNote(text: "배")) } == .unreachable)
      _ = try await server.client().add(note: NewNote(text: "배"))
    }
    #expect(server.all.count == 3)
    for exchange in try await server.api.exchanges(filter: .init(key: "key-1")).exchanges {
      let detail = try await server.api.exchange(id: exchange.id)
      #expect(detail.sentTimes == 2 && detail.appliedTimes == 1)
    }
  }

  @Test func usersNeedStandIns() async throws {
    let error = await #expect(throws: APIError.self) { try await NoteServer().api.people() }
    #expect(error?.code == .notFound && error?.message?.korean.contains("stand-ins") == true)
    #expect(try await NoteServer(Lab(plan: Fault.Plan(), people: OneUser())).api.people().map(\.name) == ["홍길동"])
  }

  @Test func aConnectionIsClosedByServersWithoutLimitsToo() async throws {
    let server = NoteServer()
    _ = try await server.api.addRule(rule: .init(fault: .responseLost))
    let outcome = try await server.serve(limited: false) { url async throws in
      await code { _ = try await Notes.live(APIClient(url, transport: AsyncHTTPClientTransport())).list() }
    }
    #expect(outcome != nil)
  }

  @Test func aFailureIsInTheContractsFormat() async throws {
    let server = NoteServer()
    _ = try await server.api.addRule(rule: .init(fault: .status(code: 503, retryAfter: 7)))
    let error = await #expect(throws: APIError.self) { try await server.client().list() }
    #expect(error?.status?.code == 503 && error?.retryAfter == .seconds(7) && error?.message != nil)
    _ = try await server.api.setPlan(plan: .init(rules: [.init(fault: .expiredToken)]))
    let expired = await #expect(throws: APIError.self) { try await server.client("홍길동").list() }
    #expect(expired?.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
  }

  @Test func theCharsetLabelIsWrong() async throws {
    let server = NoteServer()
    _ = try await server.api.addRule(rule: .init(fault: .wrongCharset))
    let inProcess = await code { _ = try await server.client().list() }
    let overHTTP = try await server.serve { url async throws in
      await code { _ = try await Notes.live(APIClient(url, transport: AsyncHTTPClientTransport())).list() }
    }
    #expect(inProcess == overHTTP)
    let headers = try await server.api.exchange(id: 1).response?.headers
    #expect(headers?.contains(.init(name: "Content-Type", value: "application/json; charset=euc-kr")) == true)
  }

  @Test func rulesSelectTheEndpointTheCallerAndTheCalls() async throws {
    let server = NoteServer()
    let rule = Fault.Rule(fault: .closesImmediately, endpoint: "Notes.list", caller: "홍길동", calls: [2])
    _ = try await server.api.addRule(rule: rule)
    var codes: [APIError.Code?] = []
    for name in ["홍길동", "김나루", "홍길동", "홍길동"] {
      codes.append(await code { _ = try await server.client(name).list() })
    }
    #expect(codes == [nil, nil, .unreachable, nil])
    #expect(await code { _ = try await server.client("홍길동").add(note: NewNote(text: "배")) } == nil)
  }

  @Test func theSameSeedChoosesTheSameCallsOfACallerWhateverOthersDo() async throws {
    func failures(seed: Int, others: Bool) async throws -> [Bool] {
      let server = NoteServer()
      _ = try await server.api.setPlan(plan: .init(seed: seed, rules: [.init(fault: .closesImmediately, share: 0.3)]))
      var failures: [Bool] = []
      for _ in 0..<100 {
        failures.append(await code { _ = try await server.client("홍길동").list() } != nil)
        if others { _ = await code { _ = try await server.client("김나루").list() } }
      }
      return failures
    }
    let first = try await failures(seed: 1, others: false)
    #expect(try await failures(seed: 1, others: true) == first)
    #expect(try await failures(seed: 2, others: false) != first)
    #expect((15...45).contains(first.count { $0 }))
  }

  @Test func delaysAddUpBeforeTheFirstOtherFault() async throws {
    let clock = TestClock()
    let server = NoteServer(Lab(plan: Fault.Plan(), faultClock: clock))
    let rules: [Fault.Rule] = [
      .init(fault: .delay(milliseconds: 100, jitter: nil)), .init(fault: .closesImmediately),
      .init(fault: .delay(milliseconds: 50, jitter: 10)), .init(fault: .brokenJSON),
    ]
    _ = try await server.api.setPlan(plan: .init(rules: rules))
    #expect(await code { _ = try await server.client().list() } == .unreachable)
    let wait = try #require(clock.waits.first)
    #expect(clock.waits.count == 1 && wait >= .milliseconds(140) && wait <= .milliseconds(160))
    #expect(try await server.api.exchanges().exchanges.first?.faults == ["delay", "closesImmediately", "delay"])
  }

  @Test func theNextCallLikeAnExchangeFails() async throws {
    let server = NoteServer()
    _ = try await server.client("홍길동").list()
    let rule = try await server.api.failNext(id: 1, fault: .closesImmediately)
    #expect(rule.endpoint == "Notes.list" && rule.caller == "홍길동" && rule.calls == [1])
    #expect(await code { _ = try await server.client("김나루").list() } == nil)
    #expect(await code { _ = try await server.client("홍길동").list() } == .unreachable)
    #expect(await code { _ = try await server.client("홍길동").list() } == nil)
  }

  @Test func rulesAreRemovedById() async throws {
    let server = NoteServer()
    let rule = try await server.api.addRule(rule: .init(fault: .closesImmediately))
    try await server.api.removeRule(id: try #require(rule.id))
    #expect(await code { _ = try await server.client().list() } == nil)
    #expect(await code { try await server.api.removeRule(id: 99) } == .notFound)
  }

  @Test(arguments: [
    Fault.Rule(fault: .closesImmediately, endpoint: "list"), .init(fault: .closesImmediately, calls: [0]),
    .init(fault: .closesImmediately, share: 0), .init(fault: .status(code: 200, retryAfter: nil)),
    .init(fault: .delay(milliseconds: -1, jitter: nil)), .init(fault: .slowBody(bytesPerSecond: 0)),
  ])
  func aRuleThatCannotApplyIsRejected(rule: Fault.Rule) async throws {
    let error = await #expect(throws: APIError.self) { try await NoteServer().api.addRule(rule: rule) }
    #expect(error?.code == .invalidRequest && error?.message?.english.isEmpty == false)
  }

  @Test func aPlanIsAFile() throws {
    let json = """
      {"seed": 7, "rules": [
        {"fault": {"kind": "status", "code": 503, "retryAfter": 1}, "endpoint": "Notes.list", "share": 0.2},
        {"fault": {"kind": "responseLost"}, "calls": [1, 3]}
      ]}
      """
    let plan = try BareJSON.json.decode(Fault.Plan.self, from: Data(json.utf8))
    #expect(plan.seed == 7 && plan.rules.count == 2)
    #expect(plan.rules[0].fault == .status(code: 503, retryAfter: 1) && plan.rules[1].calls == [1, 3])
  }
}

/// Signs in one user.
private struct OneUser: PeopleDirectory {
  func people() async throws -> [LabAPI.Person] { [LabAPI.Person(id: UUID(), name: "홍길동", sessions: 0)] }

  func signIn(_ name: String) async throws -> LabAPI.Tokens {
    LabAPI.Tokens(accessToken: Secret(name), refreshToken: Secret(name))
  }

  func signIn(id: UUID) async throws -> LabAPI.Tokens? { nil }

  func sessions(of user: UUID) async throws -> [LabAPI.Session] { [] }

  func endSession(_ id: UUID) async throws -> Bool { false }

  func endSessions(of user: UUID) async throws -> Int { 0 }
}
