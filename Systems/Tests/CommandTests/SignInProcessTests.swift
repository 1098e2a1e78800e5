import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import Squirret
import Testing

extension ProcessTests {
  /// Sign-ins at several servers on one database.
  struct SignInProcessTests {
    private let naru = NaruProcess()

    private func accounts(_ url: URL, _ token: Secret? = nil) -> Accounts {
      .live(APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [BearerAuthentication { token }]))
    }

    /// Signs in as a browser does.
    private func signIn(_ url: URL) async throws -> (access: Secret, refresh: Secret) {
      func send(_ address: String, form: String? = nil, cookie: String? = nil) async throws -> HTTPFields {
        let path = address.replacingOccurrences(of: url.absoluteString, with: "")
        var head = HTTPRequest(
          method: form == nil ? .get : .post,
          scheme: "http",
          authority: "127.0.0.1:\(url.port ?? 0)",
          path: path
        )
        head.headerFields[.cookie] = cookie
        let request = APIRequest(
          endpoint: Endpoint("Browser", "go", form == nil ? .get : .post, "/"),
          head: head,
          body: Data((form ?? "").utf8)
        )
        return try await AsyncHTTPClientTransport().send(request).head.headerFields
      }
      let begun = try await send("/oauth2/authorization/naver")
      let query = try #require(begun[.location]?.split(separator: "?").last)
      // The page would have set the cookie and put the same token into its form.
      let token = String(repeating: "A", count: 43)
      let form = "\(query)&person=%ED%99%8D%EA%B8%B8%EB%8F%99&decision=approve&token=\(token)"
      let decided = try await send("/stand-in/naver", form: form, cookie: "naru-stand-in=\(token)")
      let cookie = try #require(begun[.setCookie]?.prefix { $0 != ";" })
      let back = try #require(decided[.location])
      let done = try await send(back, cookie: String(cookie))
      let address = try #require(done[.location])
      let items = try #require(URLComponents(string: address)?.queryItems)
      func item(_ name: String) throws -> Secret { Secret(try #require(items.first { $0.name == name }?.value)) }
      return (try item("access_token"), try item("refresh_token"))
    }

    @Test func twoServersAgreeAndAKilledOneLosesNothing() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { first, stop in
        try await naru.serve { second, _ in
          let (access, refresh) = try await signIn(first)
          // Each server accepts the tokens of the other.
          #expect(try await accounts(second, access).me().name == "홍길동")
          let other = try await signIn(second).access
          #expect(try await accounts(first, other).me().name == "홍길동")
          _ = try await accounts(second, other).logout(request: nil)
          let error = await #expect(throws: APIError.self) { _ = try await accounts(first, other).me() }
          #expect(error?.status == .unauthorized)
          let pairs = try await withThrowingTaskGroup(of: TokenPair.self) { group in
            for index in 0..<40 {
              let server = accounts(index.isMultiple(of: 2) ? first : second)
              group.addTask { try await server.refresh(request: RefreshRequest(refreshToken: refresh)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
          }
          #expect(Set(pairs.map(\.refreshToken)).count == 1)
          let child = try #require(pairs.first).refreshToken
          // A client that loses this response, because the server is killed, can repeat the request.
          let lost = try await accounts(first).refresh(request: RefreshRequest(refreshToken: child))
          #expect(await stop(SIGKILL) == SIGKILL)
          let again = try await accounts(second).refresh(request: RefreshRequest(refreshToken: child))
          #expect(again.refreshToken == lost.refreshToken)
          #expect(try await accounts(second, again.accessToken).sessions().count == 1)
        }
      }
    }
  }
}
