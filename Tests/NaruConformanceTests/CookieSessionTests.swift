import Foundation
import HTTPTypes
import Hummingbird
import Naru
import NaruAsyncHTTPClient
import NaruAuth
import NaruServer
import ServerTesting
import Testing

extension ServerTests {
  /// The session of the documentation, whose refresh token is a cookie that scripts can't read.
  @Suite(.timeLimit(.minutes(1)))
  struct CookieSessionTests {
    struct SignedIn: ResultWithHeaders {
      struct Body: Codable, Sendable {
        var accessToken: String
        var expiresIn: Int
      }

      var body: Body
      var headers: HTTPFields

      var credential: Credential {
        let cookies = headers[values: .setCookie].map { $0.prefix { $0 != ";" } }
        let cookie = cookies.last { $0.hasPrefix("refresh=") }
        return Credential(
          accessToken: Secret(body.accessToken),
          refreshToken: cookie.map { Secret(String($0)) },
          lifetime: .seconds(body.expiresIn)
        )
      }
    }

    @API("/auth")
    struct CookieAuth: Sendable {
      @POST("/sign-in")
      var signIn: @Sendable (_ name: Form<String>, _ password: Form<String>) async throws -> SignedIn

      @POST("/refresh")
      var refresh: @Sendable (_ cookie: Header<String>) async throws -> SignedIn

      @POST("/sign-out")
      var signOut: @Sendable (_ cookie: Header<String>) async throws -> Void

      @GET("/me", auth: .required)
      var me: @Sendable () async throws -> String
    }

    /// A server that accepts one access token and one refresh token.
    private final class Server: RequestAuthenticator {
      /// The number of both tokens. The access token is not accepted once it has expired.
      let state = Locked((number: 0, isExpired: false))
      let cookies = Locked<[String]>([])

      private func signedIn() -> SignedIn {
        let number = state.withLock { state in
          state = (state.number + 1, false)
          return state.number
        }
        var headers = HTTPFields()
        headers[values: .setCookie] = [
          "theme=dark; Path=/",
          "refresh=r\(number); Path=/auth; HttpOnly; SameSite=Strict; Expires=Wed, 04 Mar 2126 09:30:00 GMT",
        ]
        return SignedIn(body: .init(accessToken: "a\(number)", expiresIn: 900), headers: headers)
      }

      private func check(_ cookie: String) throws {
        cookies.withLock { $0.append(cookie) }
        guard cookie == "refresh=r\(state.withLock(\.number))" else { throw APIError(.unauthorized) }
      }

      var api: CookieAuth {
        CookieAuth(
          signIn: { _, _ in self.signedIn() },
          refresh: { cookie in
            try self.check(cookie)
            return self.signedIn()
          },
          signOut: { cookie in
            try self.check(cookie)
            self.state.withLock { $0.number += 1 }
          },
          me: { "ann" }
        )
      }

      func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> String? {
        let state = state.withLock(\.self)
        return !state.isExpired && head.headerFields[.authorization] == "Bearer a\(state.number)" ? "ann" : nil
      }
    }

    @Test(arguments: [true, false])
    func aRefreshTokenInACookieIsStoredRenewedAndEnded(isURLSession: Bool) async throws {
      let server = Server()
      let router = Router()
      router.mount(ServedContract(CookieAuth.self, options: ServingOptions(authenticator: server)) { _ in server.api })
      try await withServer(router) { running async throws in
        let transport: any Transport = isURLSession ? URLSessionTransport() : AsyncHTTPClientTransport()
        func client(_ middleware: any Middleware...) -> APIClient {
          APIClient(running.url, transport: transport, middleware: middleware)
        }
        let auth = CookieAuth.live(client())
        let store = MemoryTokenStore()
        let session = Session(store: store) { old in
          guard let cookie = old.refreshToken else { throw CredentialRejected() }
          return try await auth.refresh(cookie: cookie.revealed).credential
        }
        let api = CookieAuth.live(client(Authentication(session)))
        try await session.signIn { try await auth.signIn(name: "ann", password: "pw").credential }
        #expect(try await api.me() == "ann")

        // Each renewal replaces the cookie.
        for _ in 0..<2 {
          server.state.withLock { $0.isExpired = true }
          #expect(try await api.me() == "ann")
        }

        let cookie = try #require(try await session.credential()?.refreshToken)
        try await auth.signOut(cookie: cookie.revealed)
        try await session.signOut()
        #expect(try await store.read() == nil)
        // Nothing sends a cookie that the app does not send.
        #expect(server.cookies.withLock(\.self) == ["refresh=r1", "refresh=r2", "refresh=r3"])
        let late = await #expect(throws: APIError.self) { try await auth.refresh(cookie: cookie.revealed) }
        #expect(late?.code == .unauthorized)
      }
    }
  }
}
