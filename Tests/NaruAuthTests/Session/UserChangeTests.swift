import Foundation
import HTTPTypes
import Naru
import NaruAuth
import TestSupport
import Testing

/// What outlives a sign-out: attempts, pages, searches and shared requests of one user, after another one has signed in.
struct UserChangeTests {
  /// How a client tells users apart.
  enum Kind: CaseIterable { case session, sessionOfNamedUsers, webTokens, namedUsers }

  struct Page: Codable, Sendable, Paginated {
    var elements: [Int]
    func next(after page: Int?, soFar count: Int) -> Int? { page.map { $0 + 1 } }
  }

  @API("/api", auth: .required)
  struct Feed: Sendable {
    @GET("/posts") var posts: @Sendable (_ page: Paged<Int>) async throws -> Page
    @PUT("/posts") var replace: @Sendable () async throws -> Void
  }

  /// An app whose transport runs a closure for each request.
  final class App: Sendable {
    let kind: Kind
    let session = Session(store: MemoryTokenStore()) { old in
      Credential(accessToken: Secret("new \(old.accessToken.revealed)"))
    }
    let onRequest = Locked<@Sendable (Int) async throws -> HTTPResponse.Status>({ _ in .ok })
    let tokens = Locked<[String]>([])
    private let present = Locked<(user: String, token: Secret)?>(nil)

    init(_ kind: Kind) async throws {
      self.kind = kind
      try await signIn("ann")
    }

    func signIn(_ user: String, number: Int = 1) async throws {
      let claims = Base64URL.encode(#"{"sub":"\#(user)"}"#.utf8)
      let token = Secret(kind == .webTokens ? "e30.\(claims).\(number)" : "\(user) \(number)")
      present.withLock { $0 = (user, token) }
      try await session.signIn { [kind] in
        Credential(accessToken: token, user: kind == .sessionOfNamedUsers ? user : nil)
      }
    }

    func feed(_ middleware: any Middleware...) -> Feed {
      let present = present
      let authentication: any Middleware =
        switch kind {
        case .session, .sessionOfNamedUsers: Authentication(session)
        case .webTokens: BearerAuthentication { present.withLock { $0?.token } }
        case .namedUsers:
          BearerAuthentication(user: { present.withLock { $0?.user } }, token: { present.withLock { $0?.token } })
        }
      let transport = ClosureTransport { [self] request in
        let count = tokens.append(request.head.headerFields[.authorization] ?? "")
        let status = try await onRequest.withLock { $0 }(count)
        let head = HTTPResponse(status: status, headerFields: [.contentType: "application/json"])
        return APIResponse(head: head, body: Data(#"{"elements":[1,2]}"#.utf8))
      }
      return .live(APIClient(InMemoryTransport.url, transport: transport, middleware: middleware + [authentication]))
    }
  }

  private let retry = Retry(base: .zero)

  @Test(arguments: Kind.allCases, [true, false])
  func noAttemptIsSentWithAnotherUsersToken(kind: Kind, isError: Bool) async throws {
    let app = try await App(kind)
    app.onRequest.withLock {
      $0 = { _ in
        try await app.signIn("ben")
        if isError { throw APIError(.timedOut) }
        return .serviceUnavailable
      }
    }
    let error = await #expect(throws: APIError.self) { try await app.feed(retry).replace() }
    // The first attempt may have reached the server. A session doesn't show its response to the other user.
    let isBearer = [.webTokens, .namedUsers].contains(kind)
    #expect(error?.code == (isError ? .timedOut : isBearer ? .serverError : .cancelled))
    #expect(Set(app.tokens.withLock(\.self)).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func anAttemptIsSentWithANewTokenOfTheUser(kind: Kind) async throws {
    let app = try await App(kind)
    app.onRequest.withLock {
      $0 = { count in
        guard count == 1 else { return .ok }
        if kind == .session { _ = try await app.session.credential() } else { try await app.signIn("ann", number: 2) }
        return .serviceUnavailable
      }
    }
    try await app.feed(retry).replace()
    #expect(app.tokens.withLock(\.count) == 2)
  }

  @Test(arguments: Kind.allCases)
  func theNextPageIsNotAnotherUsers(kind: Kind) async throws {
    let app = try await App(kind)
    var pages = app.feed().postsPages(page: 1).makeAsyncIterator()
    #expect(try await pages.next()?.elements == [1, 2])
    try await app.signIn("ben")
    #expect(await code { try await pages.next() } == .cancelled)
    #expect(app.tokens.withLock(\.count) == 1)
    // The list of the other user is another one.
    var others = app.feed().postsPages(page: 1).makeAsyncIterator()
    #expect(try await others.next()?.elements == [1, 2])
  }

  @Test(arguments: [Kind.session, .sessionOfNamedUsers])
  func aSearchOfTheUserBeforeHasNoResult(kind: Kind) async throws {
    let app = try await App(kind)
    let feed = app.feed(retry)
    app.onRequest.withLock {
      $0 = { _ in
        try await app.signIn("ben")
        return .ok
      }
    }
    let latest = Latest()
    #expect(await code { try await latest { try await feed.posts(page: 1) } } == .cancelled)
  }
}
