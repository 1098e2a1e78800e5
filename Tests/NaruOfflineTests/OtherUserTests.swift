import Foundation
import HTTPTypes
import Naru
import NaruAuth
import NaruOffline
import TestSupport
import Testing

/// What belongs to one user is never sent with the token of another, and never shown to another.
struct OtherUserTests {
  /// How a client tells users apart.
  enum Kind: CaseIterable {
    case opaqueTokens, webTokens, namedUsers, sessionOfOpaqueTokens, sessionOfWebTokens, sessionOfNamedUsers

    var isSession: Bool { [.sessionOfOpaqueTokens, .sessionOfWebTokens, .sessionOfNamedUsers].contains(self) }
    /// Whether a user is known again after a new token of another sign-in.
    var isLasting: Bool { ![.opaqueTokens, .sessionOfOpaqueTokens].contains(self) }
  }

  /// An app in which users sign in and out.
  final class App: Sendable {
    let device: Device
    let kind: Kind
    let session: Session
    let client: APIClient
    private let present = Locked<(user: UUID, token: Secret)?>(nil)
    private let number = Locked(0)
    /// Runs when the token is asked for, between two looks at the user.
    let onToken = Locked<(@Sendable () async -> Void)?>(nil)

    init(_ kind: Kind) throws {
      let device = try Device()
      (self.device, self.kind) = (device, kind)
      for user in [Device.hong, Device.kim] {
        device.server.change(user) { $0.books = [Book(id: 1, title: "of \(user)")] }
      }
      let renewed = Locked<@Sendable () -> Credential?>({ nil })
      session = Session(store: MemoryTokenStore()) { _ in
        guard let credential = renewed.withLock({ $0 })() else { throw CredentialRejected() }
        return credential
      }
      let (present, onToken) = (present, onToken)
      let token: @concurrent @Sendable () async -> Secret? = {
        let run = onToken.withLock { run in
          defer { run = nil }
          return run
        }
        await run?()
        return present.withLock { $0?.token }
      }
      let authentication: any Middleware =
        switch kind {
        case .opaqueTokens, .webTokens: BearerAuthentication(token: token)
        case .namedUsers: BearerAuthentication(user: { present.withLock { $0?.user.uuidString } }, token: token)
        default: Authentication(session)
        }
      client = APIClient(InMemoryTransport.url, transport: device.server, middleware: [authentication])
      renewed.withLock {
        $0 = { [weak self] in
          guard let self, let (user, _) = self.present.withLock({ $0 }) else { return nil }
          return self.credential(user)
        }
      }
    }

    private func credential(_ user: UUID) -> Credential {
      let number = number.next()
      var token = "\(user) \(number)"
      if kind == .webTokens || kind == .sessionOfWebTokens {
        let subject = kind == .webTokens ? "\"\(user)\"" : user == Device.hong ? "1" : "2"
        token = "e30.\(Base64URL.encode(#"{"iss":"shelf","sub":\#(subject),"jti":\#(number)}"#.utf8)).\(number)"
      }
      device.server.allow(token, user)
      present.withLock { $0 = (user, Secret(token)) }
      return Credential(
        accessToken: Secret(token),
        refreshToken: Secret("r"),
        user: kind == .sessionOfNamedUsers ? user.uuidString : nil
      )
    }

    func signIn(_ user: UUID) async throws {
      let credential = credential(user)
      if kind.isSession { try await session.signIn { credential } }
    }

    func signOut() async throws {
      present.withLock { $0 = nil }
      if kind.isSession { try await session.signOut() }
    }

    /// Makes the token of the signed-in user invalid.
    func expire() { device.server.expire(present.withLock { $0?.token.revealed ?? "" }) }

    func open() throws -> Offline { try device.app(client: client) }

    var log: [[String]] { [Device.hong, Device.kim].map { device.server.content($0).log } }
  }

  private func change(_ offline: Offline, _ rating: Int) async throws {
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(rating: rating)) }
  }

  @Test func laterStepsAreNeverSentWithAnotherUsersToken() async throws {
    let app = try App(.webTokens)
    try await app.signIn(Device.hong)
    let offline = try app.open()
    try await offline.addWithPicture("a")
    app.device.server.lose { $0.endpoint == Shelf.Endpoints.place }
    try await offline.send()
    app.device.server.lose { _ in false }
    try await app.signIn(Device.kim)
    try await offline.send(ignoringBackoff: true)
    await #expect(throws: APIError.self) { try await offline.addWithPicture("b") }
    #expect(try app.log.last == [] && offline.status().queued == 1)
    try await app.signIn(Device.hong)
    try await offline.send(ignoringBackoff: true)
    #expect(app.log.map(\.last) == ["note 1 s/2", nil])
  }

  @Test func whatAnEarlierVersionOfTheAppQueuedUnderAnotherNameOfTheUserDelaysNoOther() async throws {
    let app = try App(.webTokens)
    try await app.signIn(Device.hong)
    let before = try app.open()
    for number in 1...5 { try await before.write(Shelf.self, in: "\(number)") { try await $0.remove(id: number) } }
    let server = app.device.server
    server.allow("token", Device.hong)
    let name = BearerAuthentication(user: { "hong" }) { Secret("token") }
    let offline = try app.device.app(client: APIClient(InMemoryTransport.url, transport: server, middleware: [name]))
    try await change(offline, 1)
    try await offline.send()
    #expect(try app.log == [["change 1 1"], []] && offline.status().queued == 5)
  }

  @Test(arguments: Kind.allCases)
  func aWriteIsNeverSentWithAnotherUsersToken(kind: Kind) async throws {
    let app = try App(kind)
    try await app.signIn(Device.hong)
    var offline = try app.open()
    try await change(offline, 1)
    try await app.signIn(Device.kim)
    try await offline.send()
    #expect(app.device.server.received.isEmpty)
    let status = try offline.status()
    #expect(status.queued == 1 && status.rejected == 0)
    #expect(
      status.lastError?.english == "This belongs to another user, so it was not sent. Sign in as that user to send it."
    )
    try await app.signOut()
    try await offline.send(ignoringBackoff: true)
    #expect(app.device.server.received.isEmpty)
    #expect(try offline.status().queued == 1)
    try await app.signIn(Device.hong)
    if !kind.isLasting {
      try offline.close()
      offline = try app.open()
    }
    app.device.clock.advance(by: .seconds(3))
    try await offline.send()
    #expect(app.log == [["change 1 1"], []])
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test(arguments: Kind.allCases.filter(\.isLasting))
  func aWriteStaysTheUsersAfterARestart(kind: Kind) async throws {
    let app = try App(kind)
    try await app.signIn(Device.hong)
    let before = try app.open()
    try await change(before, 1)
    try before.close()
    try await app.signIn(Device.kim)
    let offline = try app.open()
    try await offline.send()
    #expect(app.device.server.received.isEmpty)
    try await app.signIn(Device.hong)
    try await offline.send(ignoringBackoff: true)
    #expect(app.log == [["change 1 1"], []])
  }

  @Test(arguments: [Kind.opaqueTokens, .webTokens, .namedUsers])
  func aUserWhoChangesWhileTheTokenIsAskedForSendsNothing(kind: Kind) async throws {
    let app = try App(kind)
    try await app.signIn(Device.hong)
    let offline = try app.open()
    try await change(offline, 1)
    app.onToken.withLock { $0 = { try? await app.signIn(Device.kim) } }
    try await offline.send()
    #expect(app.device.server.received.isEmpty)
    #expect(try offline.status().queued == 1)
  }

  @Test(arguments: Kind.allCases.filter { $0 != .opaqueTokens })
  func aRenewedTokenOfTheSameUserSendsTheWrite(kind: Kind) async throws {
    let app = try App(kind)
    try await app.signIn(Device.hong)
    let offline = try app.open()
    try await change(offline, 1)
    app.expire()
    if !kind.isSession { try await app.signIn(Device.hong) }
    try await offline.send()
    #expect(app.log == [["change 1 1"], []])
  }

  @Test(arguments: Kind.allCases)
  func aResponseAfterTheUserHasChangedIsNeitherReturnedNorCached(kind: Kind) async throws {
    let app = try App(kind)
    try await app.signIn(Device.hong)
    let offline = try app.open()
    app.device.server.hold { _ in try? await app.signIn(Device.kim) }
    let code = await #expect(throws: APIError.self) {
      try await offline.read(Shelf.self) { try await $0.list(word: nil) }
    }?.code
    #expect(code == (kind.isSession ? .cancelled : .unauthorized))
    app.device.server.hold { _ in }
    await #expect(throws: APIError.self) {
      try await offline.read(Shelf.self, policy: .cacheOnly) { try await $0.list(word: nil) }
    }
  }

  @Test(arguments: Kind.allCases)
  func theNextUserReadsAndWritesNothingThroughTheStoreOfTheFirst(kind: Kind) async throws {
    let app = try App(kind)
    try await app.signIn(Device.hong)
    let offline = try app.open()
    let books = try await offline.read(Shelf.self) { try await $0.list(word: nil) }
    #expect(books.value.map(\.title) == ["of \(Device.hong)"])
    try await app.signIn(Device.kim)
    let count = app.device.server.received.count
    await #expect(throws: APIError.self) { try await offline.read(Shelf.self) { try await $0.list(word: nil) } }
    await #expect(throws: APIError.self) { try await change(offline, 2) }
    let queueing: Shelf = offline.live(queueingUnsent: true)
    await #expect(throws: APIError.self) { try await queueing.change(id: 1, changes: BookChanges(rating: 2)) }
    #expect(app.device.server.received.count == count)
    #expect(try offline.queuedWrites().isEmpty)
  }
}
