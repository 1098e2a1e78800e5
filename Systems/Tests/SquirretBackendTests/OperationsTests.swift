import Foundation
import Naru
import Squirret
import SquirretBackend
import SquirretStandIns
import Storage
import StorageTesting
import Support
import Testing

extension Fixture {
  /// The operator's side of the sign-in.
  var operations: Operations { Operations(identity) }

  /// Two servers on one database, as the server and the command are.
  static func pair(
    _ body: (_ one: Fixture, _ two: Fixture) async throws -> Void
  ) async throws {
    try await TestDatabase.shared { open in
      let one = try await Fixture(database: open())
      try await body(one, Fixture(database: open(), clock: one.clock, standIns: one.standIns))
    }
  }

  func refresh(_ pair: TokenPair) async throws -> TokenPair {
    try await accounts().refresh(request: RefreshRequest(refreshToken: pair.refreshToken))
  }

  func id(_ pair: TokenPair) async throws -> UUID {
    try await accounts(pair.accessToken).me().id
  }
}

/// People and sessions, as an operator sees and changes them.
struct OperationsTests {
  @Test
  func peopleAreListedNewestFirstAndFound() async throws {
    let fixture = try await Fixture()
    let (operations, start) = (fixture.operations, fixture.clock.withLock { $0 })
    for name in ["홍길동", "김나루", "100%_\\"] {
      fixture.wait(1)
      _ = try await fixture.signIn(name)
    }
    _ = try await fixture.signIn("홍길동")
    let all = try await operations.people()
    #expect(all.elements.map(\.name) == ["100%_\\", "김나루", "홍길동"] && all.total == 3)
    let person = try #require(all.elements.last)
    #expect(person.providers == [.naver] && person.sessions == 2 && person.disabledAt == nil)
    #expect(person.createdAt == start + 1 && person.lastUsedAt == start + 3)
    #expect(person.email?.hasSuffix("@naver.example") == true && person.id == person.id.lowercased())

    let page = try await operations.people(page: Page(number: 2, size: 2))
    #expect(page.elements.map(\.name) == ["홍길동"] && page.total == 3)
    #expect(try await operations.people(matching: "나루").elements.map(\.name) == ["김나루"])
    #expect(try await operations.people(matching: person.email ?? "?").elements.map(\.id) == [person.id])
    // The characters of a pattern are ordinary characters.
    for text in ["%", "_", "\\"] {
      #expect(try await operations.people(matching: text).elements.map(\.name) == ["100%_\\"], "\(text)")
    }
    #expect(try await operations.people(isDisabled: true).total == 0)
    #expect(try await operations.people(isDisabled: false).total == 3)
    let id = try #require(UUID(uuidString: person.id))
    #expect(try await operations.person(id) == person)
  }

  @Test
  func aPersonWhoIsDisabledIsSignedOutAndRejected() async throws {
    try await Fixture.pair { server, command in
      let pair = try await server.signIn()
      let id = try await server.id(pair)
      try await command.operations.setDisabled(true, person: id)
      #expect(try await server.identity.user(for: pair.accessToken) == nil)
      #expect(await failure { _ = try await server.refresh(pair) } == ("invalid_grant", 400))
      let back = try await TestBrowser(server).signIn("홍길동", with: .naver, challenge: TestBrowser.challenge)
      #expect(back["error"] == "account_disabled")
      let disabled = try await command.operations.person(id)
      #expect(disabled.disabledAt == server.clock.withLock { $0 } && disabled.sessions == 0)
      #expect(try await command.operations.people(isDisabled: true).elements == [disabled])

      // Repeating it keeps the time and adds no event.
      server.wait(5)
      try await command.operations.setDisabled(true, person: id)
      #expect(try await command.operations.person(id) == disabled)
      #expect(command.log.events == ["disabled", "disabled"] && server.log.events.last == "signInFailed")

      try await command.operations.setDisabled(false, person: id)
      #expect(try await server.id(server.signIn()) == id)
    }
  }

  @Test
  func aDeletedPersonIsDeletedInAllSystemsAndAtTheProvider() async throws {
    let deleted = Locked<[UUID]>([])
    let fixture = try await Fixture(ownedData: { person, _ in
      deleted.withLock { $0.append(person) }
    })
    let (pair, other) = (try await fixture.signIn(with: .apple), try await fixture.signIn("김나루"))
    let id = try await fixture.id(pair)
    try await fixture.operations.delete(person: id)
    #expect(deleted.withLock { $0 } == [id])
    #expect(fixture.standIns.revocations == ["APPLE 홍길동"])
    #expect(try await fixture.identity.user(for: pair.accessToken) == nil)
    #expect(await failure { _ = try await fixture.refresh(pair) } == ("invalid_grant", 400))
    #expect(try await fixture.identity.user(for: other.accessToken) != nil)
    #expect(fixture.log.events.suffix(2) == ["revokedAtProvider", "accountDeleted"])
  }

  @Test
  func anUnknownPersonIsNamed() async throws {
    let (fixture, id) = (try await Fixture(), UUID())
    let operations = fixture.operations
    for operation: () async throws -> Void in [
      { _ = try await operations.person(id) }, { try await operations.setDisabled(true, person: id) },
      { try await operations.delete(person: id) },
    ] {
      let error = await #expect(throws: MessageError.self) { try await operation() }
      #expect(error?.localizedMessage.english.contains(id.uuidString.lowercased()) == true)
    }
    #expect(fixture.log.events.isEmpty)
  }

  @Test
  func endedSessionsAreRejectedByTheRunningServer() async throws {
    try await Fixture.pair { server, command in
      var pairs: [TokenPair] = []
      for name in ["홍길동", "홍길동", "홍길동", "김나루", "이서연"] { pairs.append(try await server.signIn(name)) }
      func alive() async throws -> [Bool] {
        var alive: [Bool] = []
        for pair in pairs { alive.append(try await server.identity.user(for: pair.accessToken) != nil) }
        return alive
      }
      #expect(try await alive() == [true, true, true, true, true])
      let operations = command.operations
      let session = try #require(try await server.accounts(pairs[0].accessToken).sessions().first(where: \.isCurrent))
      #expect(try await operations.end(session.id))
      #expect(try await alive() == [false, true, true, true, true])
      #expect(await failure { _ = try await server.refresh(pairs[0]) } == ("invalid_grant", 400))
      for id in [session.id, UUID()] { #expect(try await !operations.end(id)) }
      #expect(try await operations.endSessions(of: server.id(pairs[1])) == 2)
      #expect(try await alive() == [false, false, false, true, true])
      #expect(command.log.events == ["endedByOperator", "endedByOperator", "endedByOperator"])
    }
  }
}
