import Foundation
import Naru
import NaruAuth
import Squirret
import SquirretSignIn
import Support
import Testing

/// The app's side of the sign-in, with the contract in memory.
struct SquirretSignInTests {
  /// A browser in which the person approves at once.
  private struct Approving: SignInBrowser {
    /// The issuer in the response.
    var issuer: String?

    func callback(
      to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
      where isCallback: @escaping @Sendable (_ url: URL) -> Bool
    ) async throws -> URL {
      let redirectURI = try #require(URL(string: "squirret://auth/callback"))
      let opened = try address(redirectURI)
      #expect(opened.path == "/oauth2/authorization/naver")
      let state = URLComponents(url: opened, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == "state" }?
        .value
      let named = issuer.map { "&iss=\($0)" } ?? ""
      return try #require(URL(string: "squirret://auth/callback?code=one-time&state=\(state ?? "")\(named)"))
    }
  }

  /// A backend that describes itself.
  private func described(_ failure: APIError? = nil) -> InMemoryTransport {
    transport().mounting(Discovery.self) { _ in
      Discovery(metadata: {
        if let failure { throw failure }
        return ServerMetadata(
          issuer: "https://honest.as.example",
          jwksURI: "https://honest.as.example/jwks",
          authorizationResponseIssParameterSupported: true
        )
      })
    }
  }

  /// The issuers are those of RFC 9207, section 2.3.
  @Test(
    arguments: [
      ("https%3A%2F%2Fhonest.as.example", true), ("https://honest.as.example", true),
      ("https%3A%2F%2Fattacker.example", false), ("https://honest.as.example/", false), ("", false), (nil, false),
    ]
  )
  func aResponseOfAnotherIssuerIsRejected(issuer: String?, isAccepted: Bool) async throws {
    let signIn = SquirretSignIn(InMemoryTransport.url, transport: described())
    let browser = Approving(issuer: issuer)
    if isAccepted {
      #expect(try await signIn(with: .naver, in: browser).accessToken == Secret("a-0"))
    } else {
      await #expect(throws: SignInError.self) { try await signIn(with: .naver, in: browser) }
    }
  }

  @Test
  func theBrowserDoesNotOpenIfTheBackendFails() async throws {
    struct Closed: SignInBrowser {
      func callback(
        to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
        where isCallback: @escaping @Sendable (_ url: URL) -> Bool
      ) async throws -> URL {
        Issue.record("The browser was opened.")
        throw SignInError.cancelled
      }
    }
    let signIn = SquirretSignIn(InMemoryTransport.url, transport: described(APIError(.rateLimited)))
    let error = await #expect(throws: APIError.self) { try await signIn(with: .naver, in: Closed()) }
    #expect(error?.code == .rateLimited)
  }

  private let refreshes = Locked<[String]>([])

  private func transport(_ failure: APIError? = nil) -> InMemoryTransport {
    InMemoryTransport().mounting(Accounts.self) { [refreshes] caller in
      var accounts = Accounts.unimplemented
      accounts.token = { exchange in
        #expect(exchange.code == Secret("one-time"))
        #expect(exchange.codeVerifier.revealed.count == 43)
        return TokenPair(accessToken: Secret("a-0"), refreshToken: Secret("r-0"), expiresIn: 0)
      }
      accounts.refresh = { request in
        refreshes.withLock { $0.append(request.refreshToken.revealed) }
        if let failure { throw failure }
        return TokenPair(accessToken: Secret("a-1"), refreshToken: Secret("r-1"), expiresIn: 86400)
      }
      return accounts
    }
  }

  @Test
  func aPersonSignsInAndTheTokensAreRenewed() async throws {
    let store = MemoryTokenStore()
    let signIn = SquirretSignIn(InMemoryTransport.url, transport: transport())
    let session = Session(store: store, refresher: signIn)
    try await session.signIn { try await signIn(with: .naver, in: Approving()) }
    #expect(await session.state == .signedIn)
    let credential = try await session.credential()
    #expect(credential?.accessToken == Secret("a-1"))
    #expect(credential?.lifetime == .seconds(86400))
    #expect(refreshes.withLock { $0 } == ["r-0"])
  }

  @Test(
    arguments: [
      (APIError(.invalidRequest, "끝", serverCode: "invalid_grant"), true),
      (APIError(.forbidden, "정지", serverCode: "account_disabled"), true),
      (APIError(.serverError, "고장", serverCode: "internal_error"), false), (APIError(.rateLimited), false),
    ]
  )
  func onlyARejectionEndsTheSession(failure: APIError, ends: Bool) async throws {
    let signIn = SquirretSignIn(InMemoryTransport.url, transport: transport(failure))
    let session = Session(store: MemoryTokenStore(), refresher: signIn)
    try await session.signIn { try await signIn(with: .naver, in: Approving()) }
    _ = try? await session.credential()
    #expect(await session.state == (ends ? .signedOut(.ended(failure.localizedMessage)) : .signedIn))
  }
}
