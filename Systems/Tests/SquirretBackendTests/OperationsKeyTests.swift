import Crypto
import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import SquirretStandIns
import Storage
import Support
import Testing

/// Keys, and their rotation while a server runs.
struct OperationsKeyTests {
  private struct Header: Decodable {
    var kid: String
    var alg: String
  }

  private func header(_ pair: TokenPair) throws -> Header {
    let part = pair.accessToken.revealed.split(separator: ".").first.map(String.init) ?? ""
    return try JSONDecoder().decode(Header.self, from: try #require(Base64URL.decode(part)))
  }

  private func name(_ fixture: Fixture, _ pair: TokenPair) async throws -> String? {
    try await fixture.identity.user(for: pair.accessToken)?.name
  }

  /// Another process on the database, with the default or another master key.
  private func start(_ fixture: Fixture, with key: MasterKey? = nil) async throws -> Fixture {
    try await Fixture(database: fixture.database, clock: fixture.clock, standIns: fixture.standIns) {
      if let key { $0.masterKey = key }
    }
  }

  // MARK: - Signing keys

  @Test
  func keysRotateWhileTheServerRuns() async throws {
    try await Fixture.pair { server, command in
      let before = try await server.signIn()
      #expect(try header(before).alg == "HS256")
      #expect(try await server.accounts().keys().keys.isEmpty)
      server.wait(5)
      let id = try await command.operations.rotateSigningKey()
      let after = try await server.refresh(before)
      #expect(try header(after).kid == id && header(after).alg == "ES256")
      for fixture in [server, command] {
        #expect(try await name(fixture, before) == "홍길동")
        #expect(try await name(fixture, after) == "홍길동")
        #expect(try await fixture.accounts().keys().keys.map(\.kid) == [id])
      }
      let keys = try await command.operations.keys()
      #expect(keys.map(\.purpose) == [.master, .signing, .signing])
      #expect(keys.map(\.state) == [.active, .active, .retired])
      let now = server.clock.withLock { $0 }
      #expect(keys.map(\.createdAt) == [now - 5, now, now - 5])
      #expect(keys[2].validUntil == now + 86400 && id.hasPrefix(keys[1].id))
      #expect(try header(before).kid == keys[2].id)
      #expect(try await command.operations.audit().elements.first?.kind == .refreshed)
      #expect(try await command.operations.audit().elements[1].kind == .signingKeyRotated)

      // When the last token of the retired key has expired, so has the key.
      server.wait(86400)
      #expect(try await command.operations.keys().map(\.state) == [.active, .active])
      #expect(try await name(server, before) == nil)
      #expect(try await name(server, server.refresh(after)) == "홍길동")
    }
  }

  @Test
  func aRevokedSigningKeyIsRejectedAtOnceAndNoOneIsSignedOut() async throws {
    try await Fixture.pair { server, command in
      let before = try await server.signIn()
      #expect(try await name(server, before) == "홍길동")
      try await command.operations.rotateSigningKey(revokingPrevious: true)
      #expect(try await name(server, before) == nil)
      #expect(try await name(server, server.refresh(before)) == "홍길동")
      #expect(try await command.operations.keys().map(\.state) == [.active, .active])
    }
  }

  @Test
  func rotatingTwiceKeepsTheTokensOfAllKeys() async throws {
    let fixture = try await Fixture()
    var pairs = [try await fixture.signIn()]
    for _ in 0..<3 {
      fixture.wait(1)
      try await fixture.operations.rotateSigningKey()
      pairs.append(try await fixture.signIn())
    }
    #expect(try Set(pairs.map { try header($0).kid }).count == 4)
    let restarted = try await start(fixture)
    for pair in pairs { #expect(try await name(restarted, pair) == "홍길동") }
    #expect(try await fixture.operations.keys().filter { $0.state == .active }.count == 2)
  }

  @Test
  func keysFromFilesAreNotRotatedHere() async throws {
    let fixture = try await Fixture { $0.signingKeys = [try await .es256(), try await .es256()] }
    await #expect(throws: MessageError.self) { try await fixture.operations.rotateSigningKey() }
    let keys = try await fixture.operations.keys()
    #expect(keys.map(\.state) == [.active, .active, .retired] && keys[1].createdAt == nil)
  }

  @Test
  func noSecretIsInTheListOrTheDatabase() async throws {
    let fixture = try await Fixture()
    try await fixture.operations.rotateSigningKey()
    let text = try await "\(fixture.operations.keys()) \(fixture.operations.audit())"
    let rows = try await fixture.database.read { db in
      try ["identity_master_key", "identity_signing_key"].flatMap {
        try db.all("SELECT * FROM \(name: $0)") { "\($0.values)" }
      }
    }.joined()
    let hex = Fixture.key.map { "\($0)" }.joined()
    for secret in [Fixture.key.base64EncodedString(), hex, "PRIVATE KEY"] {
      #expect(!text.contains(secret) && !rows.contains(secret))
    }
    let key = try MasterKey(Fixture.key)
    #expect("\(key)" == "<redacted>")
  }

  // MARK: - The master key

  @Test
  func rotatingTheMasterKeySignsNoOneOut() async throws {
    let fixture = try await Fixture()
    let (first, apple) = (try await fixture.signIn(), try await fixture.signIn("김나루", with: .apple))
    // The response of this refresh is lost, and a sign-in is at the provider.
    let lost = try await fixture.refresh(first)
    let browser = TestBrowser(fixture)
    let challenge = PKCE.challenge(for: TestBrowser.verifier)
    let page = try #require(try await browser.send(.get, TestBrowser.start(.kakao, challenge: challenge)).location)
    let (target, items) = try await browser.decide(page, "이서연")

    let new = MasterKey.random()
    try await fixture.operations.rotateMasterKey(to: new, keepingOld: false) {}
    // The running server goes on.
    #expect(try await name(fixture, first) == "홍길동")
    await #expect(throws: MessageError.self) { try await start(fixture) }
    let restarted = try await start(fixture, with: new)
    #expect(try await name(restarted, first) == "홍길동")
    #expect(try await restarted.refresh(first).refreshToken == lost.refreshToken)
    #expect(try await name(restarted, restarted.refresh(lost)) == "홍길동")
    #expect(try await TestBrowser(restarted).come(back: target, items, .kakao).location?["code"] != nil)
    // The provider's token can still be decrypted.
    try await restarted.operations.delete(person: restarted.id(apple))
    #expect(fixture.standIns.revocations == ["APPLE 김나루"])
    let keys = try await restarted.operations.keys()
    #expect(keys.map(\.purpose) == [.master, .signing] && keys[0].id == new.id && keys[0].state == .active)
    #expect(try await restarted.operations.audit().elements.contains { $0.kind == .masterKeyRotated })
  }

  @Test
  func aCrashDuringTheRotationLeavesAWorkingServer() async throws {
    struct Crash: Error {}
    let fixture = try await Fixture()
    let (pair, new) = (try await fixture.signIn(), MasterKey.random())
    // The key may or may not have been stored when the process dies, so a server starts with either.
    await #expect(throws: Crash.self) {
      try await fixture.operations.rotateMasterKey(to: new, keepingOld: false) { throw Crash() }
    }
    for key in [nil, new] { #expect(try await name(start(fixture, with: key), pair) == "홍길동") }
    let restarted = try await start(fixture, with: new)
    #expect(try await restarted.operations.keys().map(\.state) == [.active, .other, .active])
    // It is finished first.
    await #expect(throws: MessageError.self) {
      try await restarted.operations.rotateMasterKey(to: .random(), keepingOld: false) {}
    }
    #expect(try await restarted.operations.retireMasterKeys() == 1)
    await #expect(throws: MessageError.self) { try await start(fixture) }
    #expect(try await name(start(fixture, with: new), pair) == "홍길동")
  }

  @Test
  func bothMasterKeysWorkUntilTheOldOneIsRetired() async throws {
    let fixture = try await Fixture()
    let (pair, new) = (try await fixture.signIn(), MasterKey.random())
    try await fixture.operations.rotateMasterKey(to: new, keepingOld: true) {}
    for key in [nil, new, nil] { #expect(try await name(start(fixture, with: key), pair) == "홍길동") }
    #expect(try await start(fixture, with: new).operations.retireMasterKeys() == 1)
    await #expect(throws: MessageError.self) { try await start(fixture) }
  }

  @Test
  func anotherMasterKeyIsRejectedWithASentence() async throws {
    let fixture = try await Fixture()
    // Before anybody has signed in, nothing depends on the key.
    let other = try await start(fixture, with: .random())
    _ = try await other.signIn()
    do {
      _ = try await start(fixture)
      Issue.record("Another master key was accepted.")
    } catch let error as MessageError {
      #expect(error.localizedMessage.english.contains("naru admin keys reset"))
      #expect(error.localizedMessage.korean.contains("naru admin keys reset"))
    }
  }

  @Test
  func aResetSignsEverybodyOutAndStartsWithNewKeys() async throws {
    let fixture = try await Fixture()
    let pair = try await fixture.signIn(with: .kakao)
    let count = try await fixture.database.write { db in
      try Identity.resetKeys(operator: "operator", now: fixture.clock.withLock { $0 }, db)
    }
    #expect(count == 1)
    let restarted = try await start(fixture, with: .random())
    #expect(try await name(restarted, pair) == nil)
    #expect(await failure { _ = try await restarted.refresh(pair) } == ("invalid_grant", 400))
    #expect(try await restarted.operations.audit().elements.first?.kind == .keysReset)
    // The account is still there.
    let again = try await restarted.signIn(with: .kakao)
    #expect(try await restarted.operations.people().elements.map(\.id) == [restarted.id(again).uuidString.lowercased()])
    try await restarted.operations.delete(person: restarted.id(again))
    #expect(restarted.standIns.revocations == ["KAKAO 홍길동"])
  }
}
