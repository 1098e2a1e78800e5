import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import NaruAuth
import TestSupport
import Testing

/// Stores that fail, are locked or contain invalid texts, and the absence of tokens in texts and logs.
struct StoreTroubleTests {
  private let backend = Backend()
  private let store = FaultyStore()
  private let time = TestClock()

  private func session(_ logger: Logger? = nil) -> Session {
    let time = time
    return Session(
      store: store,
      refresher: backend,
      logger: logger ?? Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      clock: time,
      now: { time.shown }
    )
  }

  /// A phone before its first unlock.
  @Test func aLockedStoreIsUnavailableAndNotSignedOut() async throws {
    try await session().signIn { backend.credential }
    store.readFault = .locked
    let session = session()
    var states = session.changes.makeAsyncIterator()
    guard case .unavailable(let error) = await states.next() else {
      Issue.record("A locked store is not unavailable.")
      return
    }
    #expect(error.kind == .locked)
    #expect(await code { try await backend.notes(session).mine() } == .unknown)
    #expect(await code { try await backend.notes(session).feed() } == .unknown)
    try await backend.notes(session).open()
    store.readFault = nil
    try await backend.notes(session).mine()
    #expect(await states.next() == .signedIn)
  }

  @Test func reloadNoticesAnUnlockedStore() async throws {
    try await session().signIn { backend.credential }
    store.readFault = .locked
    let session = session()
    var states = session.changes.makeAsyncIterator()
    _ = await states.next()
    store.readFault = nil
    await session.reload()
    #expect(await states.next() == .signedIn)
  }

  @Test func aPersonCanSignInIfTheStoreCannotBeRead() async throws {
    store.readFault = .failed
    let session = session()
    try await session.signIn { backend.credential }
    #expect(await session.state == .signedIn)
    try await backend.notes(session).mine()
  }

  @Test func aSessionWorksIfTheStoreCannotBeWritten() async throws {
    let session = session()
    store.writeFault = .failed
    try await session.signIn { backend.credential }
    #expect(session.persistenceError?.kind == .failed)
    try await backend.notes(session).mine()
    #expect(try await store.text == nil)
    store.writeFault = nil
    time.advance(by: .seconds(30))
    try await backend.notes(session).mine()
    #expect(await until { session.persistenceError == nil })
    #expect(try await store.text?.revealed.contains("access-1") == true)
  }

  /// The old credential in the store must not replace the new one.
  @Test func aRenewedCredentialThatCannotBeSavedIsUsed() async throws {
    let session = session()
    try await session.signIn { backend.credential }
    store.writeFault = .failed
    backend.expire()
    try await backend.notes(session).mine()
    #expect(session.persistenceError != nil)
    backend.expire()
    try await backend.notes(session).mine()
    await session.reload()
    #expect(backend.asked.map { $0.refreshToken?.revealed } == ["refresh-1", "refresh-2"])
    #expect(try await session.credential()?.accessToken == Secret("access-3"))
    store.writeFault = nil
    backend.expire()
    try await backend.notes(session).mine()
    #expect(session.persistenceError == nil)
    #expect(try await store.text?.revealed.contains("access-4") == true)
  }

  /// The sign-in happens before the ended session empties the store.
  @Test func aSignInDuringTheEndOfASessionCounts() async throws {
    let session = session()
    try await session.signIn { backend.credential }
    backend.expire()
    backend.failure = CredentialRejected()
    store.afterRead = { count in
      // The first read looks for changes of other processes, the second one for a text to remove.
      if count == 2 { try? await session.signIn { Credential(accessToken: Secret("new-person")) } }
    }
    _ = await code { try await backend.notes(session).mine() }
    #expect(try await session.credential()?.accessToken == Secret("new-person"))
    #expect(try await store.text?.revealed.contains("new-person") == true)
  }

  @Test func aCredentialIsRenewedIfTheStoreCannotBeLocked() async throws {
    let session = session()
    try await session.signIn { backend.credential }
    store.lockFault = .failed
    backend.expire()
    try await backend.notes(session).mine()
    store.lockFault = .busy
    backend.expire()
    #expect(await code { try await backend.notes(session).mine() } == .timedOut)
    #expect(await session.state == .signedIn)
  }

  @Test func aSignOutReportsAStoreThatCannotBeEmptied() async throws {
    let session = session()
    try await session.signIn { backend.credential }
    store.writeFault = .failed
    await #expect(throws: TokenStoreError.self) { try await session.signOut() }
    #expect(await session.state == .signedOut(.userSignedOut))
    store.writeFault = nil
    try await session.signOut()
    #expect(try await store.text == nil)
  }

  /// The two tokens, as an app saved them before it used Naru.
  @Test func tokensOfOldAppsAreReadAndReplacedByTheFirstRenewal() async throws {
    let old = Secret(#"{"accessToken":"access-1","refreshToken":"refresh-1"}"#)
    try await store.write(old)
    let session = session()
    try await backend.notes(session).mine()
    #expect(try await store.text == old)
    backend.expire()
    store.writeFault = .failed
    try await backend.notes(session).mine()
    #expect(try await store.text == old)
    store.writeFault = nil
    backend.expire()
    try await backend.notes(session).mine()
    #expect(try await store.text?.revealed.contains(#""version":1"#) == true)
  }

  /// The text is not removed before the next sign-in.
  @Test(
    arguments: [
      "", "{", "null", "[]", "not json", #"{"version":1}"#, #"{"version":1,"accessToken":""}"#, #"{"accessToken":7}"#,
      #"{"version":2,"accessToken":"t"}"#, #"{"version":-1,"accessToken":"t"}"#, "\u{0}\u{0}\u{0}",
      #"{"accessToken":"t"#,
    ]
  )
  func anInvalidOrNewerTextRequiresASignIn(text: String) async throws {
    try await store.write(Secret(text))
    let session = session()
    guard case .signedOut(.ended(let localizedMessage)) = await session.state else {
      Issue.record("“\(text)” was accepted.")
      return
    }
    #expect(localizedMessage.korean.contains("다시 로그인해 주세요"))
    #expect(try await store.text == Secret(text))
    try await session.signIn { backend.credential }
    try await backend.notes(session).mine()
  }

  @Test(arguments: ["1e300", "-5", "1e10", "0"])
  func anExtremeLifetimeIsHarmless(lifetime: String) async throws {
    try await store.write(
      Secret(
        #"{"version":1,"accessToken":"access-1","refreshToken":"refresh-1","lifetime":\#(lifetime),"receivedAt":1e15}"#
      )
    )
    try await backend.notes(session()).mine()
  }

  @Test func textsAndLogsHaveNoTokens() async throws {
    let log = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in log }
    logger.logLevel = .trace
    let session = session(logger)
    try await session.signIn { Credential(accessToken: Secret("S3CRET-a"), refreshToken: Secret("S3CRET-r")) }
    var texts: [String] = []
    let credential = try #require(try await session.credential())
    texts += ["\(credential)", String(reflecting: credential), "\(session)", String(reflecting: session)]
    for value in [credential, session, await session.state, backend] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      texts.append(dumped)
    }
    for failure in [APIError(.serverError, status: .badGateway), CredentialRejected()] as [any Error] {
      backend.failure = failure
      store.writeFault = .failed
      do {
        try await backend.notes(session).mine()
      } catch {
        texts += ["\(error)", String(reflecting: error), error.localizedDescription]
      }
      time.advance(by: .seconds(60))
    }
    #expect(log.lines.count >= 3)
    #expect((texts + log.lines).filter { $0.contains("S3CRET") } == [])
  }
}
