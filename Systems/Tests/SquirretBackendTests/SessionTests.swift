import Foundation
import HTTPTypes
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import SquirretStandIns
import Storage
import StorageTesting
import Support
import Testing

/// Sessions as an app sees them: rotation, reuse and logout.
struct SessionTests {
  private func refresh(_ fixture: Fixture, _ token: Secret) async throws -> TokenPair {
    try await fixture.accounts().refresh(request: RefreshRequest(refreshToken: token))
  }

  private func isDead(_ fixture: Fixture, _ token: Secret) async -> Bool {
    await failure { _ = try await refresh(fixture, token) } == ("invalid_grant", 400)
  }

  @Test
  func aRefreshTokenIsNotAnAccessTokenAndIsStoredAsAHash() async throws {
    let fixture = try await Fixture()
    let pair = try await fixture.signIn()
    #expect(await failure { _ = try await fixture.accounts(pair.refreshToken).me() }.status == 401)
    #expect(await isDead(fixture, pair.accessToken))
    #expect(pair.refreshToken.revealed.utf8.count >= 43)
    // No row of the database contains a token.
    let dump = try await fixture.database.read { db in
      try ["identity_refresh_token", "identity_session", "identity_code", "identity_link"].flatMap {
        try db.all("SELECT * FROM \(name: $0)") { "\($0.values)" }
      }
    }.joined()
    #expect(!dump.contains(pair.refreshToken.revealed))
    #expect(!dump.contains(pair.accessToken.revealed))
  }

  // The one before the current token can be used again for ten seconds, and an older one can't.
  @Test(arguments: [(1, 10.1), (2, 1), (2, 11)])
  func aReusedRefreshTokenEndsTheSessionAndItsAccessTokens(renewals: Int, delay: Double) async throws {
    let fixture = try await Fixture()
    let first = try await fixture.signIn()
    var (pairs, last) = ([first], first)
    for _ in 0..<renewals {
      last = try await refresh(fixture, last.refreshToken)
      pairs.append(last)
    }
    #expect(try await fixture.id(last) == fixture.id(first))
    fixture.wait(delay)
    #expect(await isDead(fixture, first.refreshToken))
    #expect(await isDead(fixture, last.refreshToken))
    for pair in pairs {
      #expect(await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == 401)
    }
  }

  @Test(arguments: [0, 9.9])
  func aRefreshTokenGivesTheSameSuccessorForTenSeconds(delay: Double) async throws {
    let fixture = try await Fixture()
    let first = try await fixture.signIn()
    let second = try await refresh(fixture, first.refreshToken)
    fixture.wait(delay)
    let again = try await refresh(fixture, first.refreshToken)
    #expect(again.refreshToken == second.refreshToken)
    #expect(try await refresh(fixture, second.refreshToken).refreshToken != second.refreshToken)
  }

  @Test
  func concurrentRefreshesOnTwoServersGiveOneSuccessor() async throws {
    try await TestDatabase.shared { open in
      let one = try await Fixture(database: open())
      let two = try await Fixture(database: open(), clock: one.clock, standIns: one.standIns) {
        $0.sessionLimit = RateLimit(burst: 1000, perMinute: 1)
      }
      let three = try await Fixture(database: open(), clock: one.clock, standIns: one.standIns) {
        $0.sessionLimit = RateLimit(burst: 1000, perMinute: 1)
      }
      let first = try await one.signIn()
      let pairs = try await concurrently(100) { try await refresh($0 % 2 == 0 ? two : three, first.refreshToken) }
      #expect(Set(pairs.map(\.refreshToken)).count == 1)
      let rows: Int = try await one.database.read { try $0.value("SELECT count(*) FROM identity_refresh_token") }
      #expect(rows == 2)
      // A session that one server has ended is refused by the other.
      _ = try await two.accounts(pairs[0].accessToken).logout(request: nil)
      #expect(await failure { _ = try await three.accounts(pairs[1].accessToken).me() }.status == 401)
    }
  }

  @Test
  func aSessionHasAnAbsoluteLifetime() async throws {
    let fixture = try await Fixture { $0.lifetimes.session = 20 * 86400 }
    var pair = try await fixture.signIn()
    for _ in 0..<3 {
      fixture.wait(6 * 86400)
      pair = try await refresh(fixture, pair.refreshToken)
    }
    // Two days later it is day 20, and the session is over, although the token would be valid for seven days.
    fixture.wait(2 * 86400)
    #expect(await isDead(fixture, pair.refreshToken))
  }

  @Test
  func anUnusedRefreshTokenExpires() async throws {
    let fixture = try await Fixture()
    let pair = try await fixture.signIn()
    fixture.wait(7 * 86400)
    #expect(await isDead(fixture, pair.refreshToken))
  }

  @Test
  func expiredRowsAreDeleted() async throws {
    let fixture = try await Fixture()
    func counts() async throws -> [Int] {
      try await fixture.database.read { db in
        try ["identity_refresh_token", "identity_session", "identity_code", "identity_pending"].map {
          try db.value("SELECT count(*) FROM \(name: $0)")
        }
      }
    }
    var pair = try await fixture.signIn()
    for _ in 0..<3 { pair = try await refresh(fixture, pair.refreshToken) }
    _ = try await fixture.accounts(pair.accessToken).logout(request: nil)
    #expect(try await counts() == [4, 1, 1, 0])
    fixture.wait(8 * 86400)
    _ = try await fixture.signIn()
    #expect(try await counts() == [1, 2, 1, 0])
    fixture.wait(23 * 86400)
    _ = try await fixture.signIn()
    #expect(try await counts() == [1, 2, 1, 0])
  }

  @Test
  func aRestartedServerRepeatsALostRefresh() async throws {
    let fixture = try await Fixture()
    let first = try await fixture.signIn()
    let lost = try await refresh(fixture, first.refreshToken)
    // Only the database and the key are left of the first process.
    let restarted = try await Fixture(database: fixture.database, clock: fixture.clock, standIns: fixture.standIns)
    restarted.wait(3)
    let pair = try await refresh(restarted, first.refreshToken)
    #expect(pair.refreshToken == lost.refreshToken)
    #expect(try await restarted.accounts(pair.accessToken).me().provider == .naver)
  }

  @Test
  func logoutEndsThisSessionTheOthersOrAll() async throws {
    let fixture = try await Fixture()
    func three() async throws -> [TokenPair] {
      [try await fixture.signIn(), try await fixture.signIn(), try await fixture.signIn()]
    }
    func alive(_ pairs: [TokenPair]) async -> [Bool] {
      var result: [Bool] = []
      for pair in pairs {
        result.append(await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == nil)
      }
      return result
    }
    let here = try await three()
    let answer = try await fixture.accounts(here[0].accessToken).logout(request: nil)
    #expect(answer.message == "Logged out successfully")
    #expect(await alive(here) == [false, true, true])
    // A second logout succeeds and ends nothing else.
    _ = try await fixture.accounts(here[0].accessToken).logout(request: LogoutRequest(everywhere: true))
    #expect(await alive(here) == [false, true, true])
    _ = try await fixture.accounts(here[1].accessToken).logout(request: LogoutRequest(others: true))
    #expect(await alive(here) == [false, true, false])
    let all = try await three()
    _ = try await fixture.accounts(all[0].accessToken).logout(request: LogoutRequest(everywhere: true))
    #expect(await alive(all + here) == Array(repeating: false, count: 6))
    #expect(await isDead(fixture, all[1].refreshToken))
  }

  @Test
  func logoutAcceptsAnExpiredAccessToken() async throws {
    let fixture = try await Fixture()
    let pair = try await fixture.signIn()
    fixture.wait(86400)
    #expect(await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == 401)
    _ = try await fixture.accounts(pair.accessToken).logout(request: nil)
    #expect(await isDead(fixture, pair.refreshToken))
  }

  @Test
  func anExpiredAccessTokenEndsOnlyItsOwnSession() async throws {
    let fixture = try await Fixture()
    let (old, other) = (try await fixture.signIn(), try await fixture.signIn())
    fixture.wait(86400)
    for request in [LogoutRequest(everywhere: true), LogoutRequest(others: true)] {
      _ = try await fixture.accounts(old.accessToken).logout(request: request)
      #expect(await isDead(fixture, old.refreshToken))
    }
    #expect(try await fixture.accounts(refresh(fixture, other.refreshToken).accessToken).me().name == "홍길동")
  }

  @Test
  func sessionsAreListedAndAnEndedOneIsRejectedAtOnce() async throws {
    let fixture = try await Fixture()
    let phone = try await fixture.signIn()
    fixture.wait(5)
    let desktop = try await fixture.signIn(with: .naver)
    let stranger = try await fixture.signIn("김나루")
    let sessions = try await fixture.accounts(desktop.accessToken).sessions()
    #expect(sessions.map(\.isCurrent) == [true, false])
    #expect(sessions.map(\.device) == ["Test 1.0", "Test 1.0"])
    #expect(
      await failure { try await fixture.accounts(stranger.accessToken).endSession(id: sessions[1].id) }.status == 404
    )
    try await fixture.accounts(desktop.accessToken).endSession(id: sessions[1].id)
    #expect(await failure { _ = try await fixture.accounts(phone.accessToken).me() }.status == 401)
    #expect(await isDead(fixture, phone.refreshToken))
    #expect(try await fixture.accounts(desktop.accessToken).sessions().count == 1)
    // The authenticator of other contracts refuses it too.
    #expect(try await fixture.identity.user(for: phone.accessToken) == nil)
    #expect(try await fixture.identity.user(for: desktop.accessToken)?.name == "홍길동")
  }

  @Test
  func aListOfVeryManySessionsHasTheLastUsedOnesAndTheCurrentOne() async throws {
    let fixture = try await Fixture()
    let pair = try await fixture.signIn()
    try await fixture.database.write { db in
      let first: String = try db.value("SELECT id FROM identity_session")
      for number in 1...150 {
        try db.run(
          """
          INSERT INTO identity_session (id, person_id, provider, created_at, last_used_at, expires_at, ended_at)
          SELECT \(UUID().uuidString.lowercased()), person_id, provider, created_at, last_used_at + \(number * 1000), expires_at,
            \(number > 140 ? Int64(0) : nil)
          FROM identity_session WHERE id = \(first)
          """
        )
      }
    }
    let sessions = try await fixture.accounts(pair.accessToken).sessions()
    let start = try #require(sessions.last?.lastUsedAt)
    #expect(sessions.map { $0.lastUsedAt.timeIntervalSince(start) } == (41...140).reversed().map(Double.init) + [0])
    #expect(sessions.map(\.isCurrent) == Array(repeating: false, count: 100) + [true])
  }

  @Test
  func aSessionEndedByAnotherServerIsRejectedAtOnce() async throws {
    try await Fixture.pair { one, two in
      for round in 0..<20 {
        let pair = try await one.signIn()
        for fixture in [one, two, one, two] {
          #expect(try await fixture.identity.user(for: pair.accessToken)?.name == "홍길동", "round \(round)")
        }
        // An unrelated commit does not end the session.
        _ = try await two.database.write { db in
          try db.run("INSERT INTO identity_notice (hash, expires_at) VALUES (\(Data("\(round)".utf8)), 0)")
        }
        #expect(try await one.identity.user(for: pair.accessToken) != nil)
        let (here, there) = round.isMultiple(of: 2) ? (one, two) : (two, one)
        _ = try await here.accounts(pair.accessToken).logout(request: nil)
        #expect(try await there.identity.user(for: pair.accessToken) == nil, "round \(round)")
        #expect(try await here.identity.user(for: pair.accessToken) == nil, "round \(round)")
      }
      let pair = try await one.signIn()
      let person = try #require(try await two.identity.user(for: pair.accessToken)).id
      try await one.operations.setDisabled(true, person: person)
      #expect(try await two.identity.user(for: pair.accessToken) == nil)
      // A cached state expires too.
      try await one.operations.setDisabled(false, person: person)
      let last = try await one.signIn()
      #expect(try await two.identity.user(for: last.accessToken) != nil)
      one.wait(86_400)
      #expect(try await two.identity.user(for: last.accessToken) == nil)
    }
  }

  @Test
  func deletingAnAccountDeletesAllThatItOwns() async throws {
    let deleted = Locked<[UUID]>([])
    let fixture = try await Fixture(ownedData: { person, _ in
      deleted.withLock { $0.append(person) }
    })
    for provider in SignInProvider.allCases {
      let pair = try await fixture.signIn(with: provider)
      let id = try await fixture.accounts(pair.accessToken).me().id
      try await fixture.accounts(pair.accessToken).deleteAccount()
      #expect(deleted.withLock { $0.last } == id)
      #expect(await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == 401)
      #expect(await isDead(fixture, pair.refreshToken))
      // Signing in again creates a new account.
      #expect(try await fixture.accounts(fixture.signIn(with: provider).accessToken).me().id != id)
    }
    // Google issues no refresh token, so there is nothing to revoke.
    #expect(fixture.standIns.revocations == ["KAKAO 홍길동", "NAVER 홍길동", "APPLE 홍길동"])
  }

  @Test
  func deletingAnAccountNeedsAFreshSignIn() async throws {
    let fixture = try await Fixture { $0.lifetimes.freshSignIn = 300 }
    let pair = try await fixture.signIn()
    fixture.wait(301)
    // A refresh is not a sign-in.
    let renewed = try await refresh(fixture, pair.refreshToken)
    let error = await #expect(throws: APIError.self) {
      try await fixture.accounts(renewed.accessToken).deleteAccount()
    }
    #expect(error?.status == .forbidden && error?.serverCode == "reauthentication_required")
    #expect(error?.localizedMessage.korean.contains("5분") == true)
    #expect(try await fixture.accounts(renewed.accessToken).me().name == "홍길동")
    let fresh = try await fixture.signIn()
    fixture.wait(300)
    try await fixture.accounts(fresh.accessToken).deleteAccount()
    #expect(await isDead(fixture, renewed.refreshToken))
  }

  @Test
  func anUnauthorizedResponseSaysWhy() async throws {
    let fixture = try await Fixture()
    func challenge(_ token: String?) async throws -> String? {
      var headers: HTTPFields = [:]
      if let token { headers[.authorization] = "Bearer \(token)" }
      let answer = try await TestBrowser(fixture).send(.get, Accounts.Endpoints.me.path.description, headers: headers)
      #expect(answer.status == .unauthorized)
      #expect(answer.body.contains(#""error":"unauthorized""#))
      return answer.headers[.wwwAuthenticate]
    }
    #expect(try await challenge(nil) == "Bearer")
    #expect(try await challenge("x") == "Bearer error=\"invalid_token\"")
    // A token in the query is ignored.
    let pair = try await fixture.signIn()
    let query = "access_token=\(pair.accessToken.revealed)"
    let inQuery = try await TestBrowser(fixture).send(.get, "\(Accounts.Endpoints.me.path.description)?\(query)")
    #expect(inQuery.status == .unauthorized)
  }

  @Test
  func tokenResponsesAreNotCached() async throws {
    let fixture = try await Fixture()
    let pair = try await fixture.signIn()
    let body = #"{"refreshToken":"\#(pair.refreshToken.revealed)"}"#
    let answer = try await TestBrowser(fixture).send(.post, Accounts.Endpoints.refresh.path.description, json: body)
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect(answer.body.contains(#""expiresIn":86400"#))
  }

  @Test
  func refreshesOfASessionAreLimited() async throws {
    let fixture = try await Fixture { $0.sessionLimit = RateLimit(burst: 3, perMinute: 1) }
    var pair = try await fixture.signIn()
    for _ in 0..<3 { pair = try await refresh(fixture, pair.refreshToken) }
    let last = pair.refreshToken
    let error = await #expect(throws: APIError.self) { _ = try await refresh(fixture, last) }
    #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(60))
    fixture.wait(60)
    #expect(try await refresh(fixture, pair.refreshToken).expiresIn == 86400)
  }

  @Test
  func theLogHasEveryEventAndNoSecret() async throws {
    let fixture = try await Fixture()
    let first = try await fixture.signIn(with: .apple)
    let second = try await refresh(fixture, first.refreshToken)
    _ = try await refresh(fixture, second.refreshToken)
    #expect(await isDead(fixture, first.refreshToken))
    let third = try await fixture.signIn(with: .apple)
    _ = try await fixture.accounts(third.accessToken).logout(request: nil)
    let fourth = try await fixture.signIn(with: .apple)
    try await fixture.accounts(fourth.accessToken).deleteAccount()
    #expect(
      fixture.log.events == [
        "accountCreated", "signedIn", "refreshed", "refreshed", "reused", "signedIn", "loggedOut", "signedIn",
        "revokedAtProvider", "accountDeleted",
      ]
    )
    let text = fixture.log.text
    for pair in [first, second, third, fourth] {
      for secret in [pair.accessToken, pair.refreshToken] { #expect(!text.contains(secret.revealed)) }
      // With the key, the id of a session would be enough for an access token.
      let part = try #require(pair.accessToken.revealed.split(separator: ".").dropFirst().first)
      let claims = try #require(Base64URL.decode(String(part)))
      let session = try #require(try JSONSerialization.jsonObject(with: claims) as? [String: Any])["sid"] as? String
      #expect(!text.lowercased().contains(try #require(session).lowercased()))
    }
  }

  @Test
  func aDeletionThatFailsDeletesAndLogsNothing() async throws {
    struct Failure: Error {}
    let fixture = try await Fixture(ownedData: { _, _ in throw Failure() })
    let pair = try await fixture.signIn(with: .google)
    #expect(await failure { try await fixture.accounts(pair.accessToken).deleteAccount() }.status == 500)
    #expect(fixture.log.events == ["accountCreated", "signedIn"])
    #expect(try await fixture.identity.user(for: pair.accessToken) != nil)
  }
}
