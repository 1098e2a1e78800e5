import Foundation
import Naru
import ServedSystem
import Squirret
import SquirretStandIns
import Storage
import StorageTesting
import Support
import Testing

@testable import SquirretBackend

/// The key of a server, and its replacement.
struct MasterKeyTests {
  /// Another process on the database, with the default or another master key.
  private func start(_ fixture: Fixture, with key: MasterKey? = nil) async throws -> Fixture {
    try await Fixture(database: fixture.database, clock: fixture.clock, standIns: fixture.standIns) {
      if let key { $0.masterKey = key }
    }
  }

  @Test
  func anotherKeyIsRejectedWithASentence() async throws {
    let fixture = try await Fixture()
    // Before anybody has signed in, nothing depends on the key.
    let other = try await start(fixture, with: .random())
    _ = try await other.signIn()
    let error = await #expect(throws: MessageError.self) { try await start(fixture) }
    #expect(error?.localizedMessage.english.contains("DELETE FROM identity_key") == true)
    #expect(error?.localizedMessage.korean.contains("DELETE FROM identity_key") == true)
  }

  /// The sentence of `anotherKeyIsRejectedWithASentence`, carried out.
  @Test
  func aReplacedKeySignsNoOneOut() async throws {
    let fixture = try await Fixture()
    let (naver, apple) = (try await fixture.signIn(), try await fixture.signIn("김나루", with: .apple))
    try await fixture.database.write { db in _ = try db.run("DELETE FROM identity_key") }
    let restarted = try await start(fixture, with: .random())
    await #expect(throws: MessageError.self) { try await start(fixture) }
    // Whoever has the old key can't make access tokens any more, and apps renew theirs.
    #expect(try await restarted.identity.user(for: naver.accessToken) == nil)
    let renewed = try await restarted.refresh(naver)
    #expect(try await restarted.identity.user(for: renewed.accessToken)?.name == "홍길동")
    // Consent can be revoked at the provider after the next sign-in.
    let lost = try await restarted.id(restarted.refresh(apple))
    try await restarted.operations.delete(person: lost)
    #expect(restarted.standIns.revocations.isEmpty)
    #expect(restarted.log.events.suffix(2) == ["revocationFailed", "accountDeleted"])
    let again = try await restarted.signIn("김나루", with: .apple)
    try await restarted.operations.delete(person: restarted.id(again))
    #expect(restarted.standIns.revocations == ["APPLE 김나루"])
  }

  @Test
  func noRowOfTheDatabaseHasTheKeyOrWhatFollowsFromIt() async throws {
    let fixture = try await Fixture()
    _ = try await fixture.signIn(with: .apple)
    #expect("\(try MasterKey(Fixture.key))" == "<redacted>")
    let rows = try await fixture.database.read { db in try db.all("SELECT * FROM identity_key") { "\($0.values)" } }
    #expect(rows.count == 1)
    for secret in [Fixture.key.base64EncodedString(), Fixture.key.map { "\($0)" }.joined()] {
      #expect(!rows[0].contains(secret))
    }
  }

  /// A database of a version that stored keys and events: its users stay signed in.
  @Test
  func aDatabaseWithStoredKeysIsMigrated() async throws {
    let database = try TestDatabase.make()
    var migrations = Migrations()
    ServerTables.addMigrations(to: &migrations)
    migrations.add("identity-1-tables", IdentityTables.create)
    try database.migrate(migrations)
    let (person, session) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
    let token = "an old refresh token"
    let (now, later) = (1_800_000_000_000, 1_800_000_600_000)
    try await database.write { db in
      try db.run("INSERT INTO identity_master_key (id, created_at) VALUES ('old', \(now))")
      try db.run("INSERT INTO identity_person (id, name, created_at) VALUES (\(person), '홍길동', \(now))")
      try db.run(
        """
        INSERT INTO identity_link (provider, issuer, subject, person_id, refresh_token, created_at)
        VALUES ('APPLE', 'x', 'y', \(person), \(Data([1, 2, 3])), \(now))
        """
      )
      try db.run(
        """
        INSERT INTO identity_session (id, person_id, provider, created_at, last_used_at, expires_at)
        VALUES (\(session), \(person), 'APPLE', \(now), \(now), \(later))
        """
      )
      try db.run(
        """
        INSERT INTO identity_refresh_token (hash, session_id, expires_at)
        VALUES (\(sha256(token)), \(session), \(later))
        """
      )
      try db.run("INSERT INTO identity_audit (at, event, person_id) VALUES (\(now), 'signedIn', \(person))")
    }
    let fixture = try await Fixture(database: database)
    let pair = try await fixture.accounts().refresh(request: RefreshRequest(refreshToken: Secret(token)))
    #expect(try await fixture.accounts(pair.accessToken).me().name == "홍길동")
    try await fixture.accounts(pair.accessToken).deleteAccount()
    #expect(!fixture.log.events.contains("revocationFailed"))
  }
}
