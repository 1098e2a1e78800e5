import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import NaruLab
import Testing

/// Spaces: copies of a server's data for tests that run side by side.
struct SpaceTests {
  private let notes = NoteBook()

  private var server: NoteServer { NoteServer(Laboratory(spaces: Copies(notes: notes)), notes) }

  private func client(_ server: NoteServer, _ space: LabSpace, _ name: String? = nil) -> APIClient {
    APIClient(
      InMemoryTransport.url,
      transport: server.inMemory,
      middleware: [space, BearerAuthentication { name.map { Secret($0) } }]
    )
  }

  @Test func spacesDontSeeEachOther() async throws {
    let server = server
    _ = try await server.client().add(note: NewNote(text: "한낮 배"))
    for name in ["a", "b"] { #expect(try await server.lab.addSpace(name: name).snapshot == nil) }
    _ = try await Notes.live(client(server, LabSpace("a"))).add(note: NewNote(text: "밤배"))
    #expect(try await Notes.live(client(server, LabSpace("a"))).list().count == 4)
    #expect(try await Notes.live(client(server, LabSpace("b"))).list().count == 3)
    #expect(server.all == ["아침 배", "저녁 배", "한낮 배"])
    #expect(try await server.lab.spaces().map(\.name) == ["a", "b"])
  }

  @Test func aSpaceIsACopyOfASnapshotAndIsReplacedByANewOne() async throws {
    let server = server
    let space = try await server.lab.addSpace(name: "a", snapshot: "빈 노트")
    #expect(space.snapshot == "빈 노트")
    let inSpace = Notes.live(client(server, LabSpace("a")))
    #expect(try await inSpace.list().isEmpty)
    _ = try await server.lab.addSpace(name: "a")
    #expect(try await inSpace.list().count == 2)
    #expect(await code { _ = try await server.lab.addSpace(name: "b", snapshot: "없음") } == .notFound)
    #expect(try await server.lab.spaces().map(\.name) == ["a"])
  }

  @Test func anUnknownOrRemovedSpaceIsRefusedWithASentence() async throws {
    let server = server
    _ = try await server.lab.addSpace(name: "a")
    try await server.lab.removeSpace(name: "a")
    #expect(await code { try await server.lab.removeSpace(name: "a") } == .notFound)
    let notes = Notes.live(client(server, LabSpace("a")))
    let error = await #expect(throws: APIError.self) { try await notes.list() }
    #expect(error?.code == .notFound && error?.message?.korean.contains("“a”이라는 공간이 없거나") == true)
    let english = await #expect(throws: APIError.self) {
      try await withCallOptions(.headers([.acceptLanguage: "en"])) { try await notes.list() }
    }
    #expect(english?.message?.english.hasPrefix("The space “a” does not exist") == true)
    // An app's mistake is in the log.
    let logged = try await server.lab.exchanges(filter: .init(space: "a")).exchanges
    #expect(logged.map(\.status) == [404, 404] && logged[0].endpoint == "Notes.list")
  }

  @Test(arguments: [" ", "밤배", "a b", "-a", "a/b", String(repeating: "a", count: 61)])
  func aNameHasToFitInAHeaderField(name: String) async throws {
    #expect(await code { _ = try await server.lab.addSpace(name: name) } == .invalid)
  }

  @Test func thereCanBeAHundredSpaces() async throws {
    let server = server
    for number in 1...100 { _ = try await server.lab.addSpace(name: "\(number)") }
    #expect(await code { _ = try await server.lab.addSpace(name: "101") } == .invalid)
    _ = try await server.lab.addSpace(name: "7")
    #expect(try await server.lab.spaces().count == 100)
  }

  @Test func aRuleForASpaceAppliesOnlyThereAndGoesWithIt() async throws {
    let server = server
    for name in ["a", "b"] { _ = try await server.lab.addSpace(name: name) }
    _ = try await server.lab.addRule(rule: .init(fault: .status(code: 503, retryAfter: nil), space: "a", calls: [2]))
    for name in ["a", "b"] {
      let inSpace = Notes.live(client(server, LabSpace(name)))
      _ = try await inSpace.list()
      let failed = await code { _ = try await inSpace.list() }
      #expect(failed == (name == "a" ? .server : nil))
    }
    #expect(await code { _ = try await server.client().list() } == nil)
    try await server.lab.removeSpace(name: "a")
    #expect(try await server.lab.plan().rules.isEmpty)
    let rule = Lab.Rule(fault: .answerLost, space: "a")
    #expect(await code { _ = try await server.lab.addRule(rule: rule) } == .notFound)
  }

  @Test func theLogKnowsTheSpaceAndCountsItsKeysAlone() async throws {
    let server = server
    _ = try await server.lab.addSpace(name: "a")
    for space in [nil, LabSpace("a")] {
      let notes = space.map { Notes.live(client(server, $0, "홍길동")) } ?? server.client("홍길동")
      _ = try await withCallOptions(.idempotencyKey("k")) { try await notes.add(note: NewNote(text: "밤배")) }
    }
    let exchanges = try await server.lab.exchanges().exchanges
    #expect(exchanges.map(\.space) == ["a", nil] && exchanges.map(\.attempt) == [1, 1])
    #expect(try await server.lab.exchange(id: exchanges[0].id).sentTimes == 1)
    // It is sent again to the space.
    _ = try await server.lab.sendAgain(id: exchanges[0].id)
    #expect(server.all.count == 3)
    #expect(try await Notes.live(client(server, LabSpace("a"))).list().count == 4)
  }

  @Test func aSpaceIsRemovedAfterItsTestAlsoIfThatFails() async throws {
    let server = server
    let count = try await server.lab.inSpace(from: "빈 노트") { space in
      #expect(try await server.lab.spaces().map(\.name) == [space.name])
      return try await Notes.live(client(server, space)).list().count
    }
    #expect(count == 0)
    await #expect(throws: CancellationError.self) {
      try await server.lab.inSpace { _ in throw CancellationError() }
    }
    let task = Task { [lab = server.lab] in
      try await lab.inSpace { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    try await task.value
    #expect(try await server.lab.spaces().isEmpty)
  }

  @Test func thePeopleOfASpaceAreNotThoseOfTheServer() async throws {
    let server = server
    _ = try await server.lab.addSpace(name: "a")
    let lab = Lab.live(client(server, LabSpace("a")))
    #expect(try await lab.people().map(\.name) == ["공간의 사람"])
    #expect(try await server.lab.people(space: "a").map(\.name) == ["공간의 사람"])
    #expect(try await lab.signIn(person: .init(name: "홍길동")).accessToken == Secret("홍길동"))
    #expect(await code { _ = try await server.lab.people() } == .notFound)
    #expect(await code { _ = try await server.lab.people(space: "b") } == .notFound)
  }

  @Test func aServerWithoutCopiesSaysWhatItNeeds() async throws {
    let lab = NoteServer().lab
    let error = await #expect(throws: APIError.self) { try await lab.addSpace(name: "a") }
    #expect(error?.code == .notFound && error?.message?.korean.contains("SQLite") == true)
    #expect(try await lab.spaces().isEmpty)
  }

  @Test func aSpaceWorksOverHTTP() async throws {
    let server = server
    try await server.serve { url async throws in
      let transport = AsyncHTTPClientTransport()
      let lab = Lab.live(APIClient(url, transport: transport))
      try await lab.inSpace { space in
        let notes = Notes.live(APIClient(url, transport: transport, middleware: [space]))
        _ = try await notes.add(note: NewNote(text: "밤배"))
        #expect(try await notes.list().count == 3)
      }
    }
    #expect(server.all.count == 2)
  }

  /// Copies of notes.
  private struct Copies: SpaceStore {
    let notes: NoteBook

    func copy(of snapshot: String?) async throws -> ServedCopy? {
      guard snapshot == nil || snapshot == "빈 노트" else { return nil }
      let copy = NoteBook(snapshot == nil ? notes.all : [])
      return ServedCopy(contracts: [copy.contract()], people: OnePerson())
    }
  }

  private struct OnePerson: PeopleDirectory {
    func people() async throws -> [Lab.Person] { [Lab.Person(id: UUID(), name: "공간의 사람", sessions: 0)] }

    func signIn(_ name: String) async throws -> Lab.Tokens {
      Lab.Tokens(accessToken: Secret(name), refreshToken: Secret(name))
    }

    func sessions(of person: UUID) async throws -> [Lab.Session] { [] }

    func endSession(_ id: UUID) async throws -> Bool { false }

    func endSessions(of person: UUID) async throws -> Int { 0 }
  }
}
