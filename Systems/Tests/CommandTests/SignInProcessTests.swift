import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import Squirret
import SystemTesting
import Testing

extension ProcessTests {
  /// Sign-ins at several servers on one database.
  struct SignInProcessTests {
    private let naru = NaruProcess()

    private func accounts(_ url: URL, _ token: Secret? = nil) -> Accounts {
      .live(APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [BearerAuthentication { token }]))
    }

    @Test func twoServersAgreeAndAKilledOneLosesNothing() async throws {
      try await naru.onServer { first, stop in
        try await naru.serve { second, _ in
          let (access, refresh) = try await TestPerson("홍길동").tokens(first)
          // Each server accepts the tokens of the other.
          #expect(try await accounts(second, access).me().name == "홍길동")
          let other = try await TestPerson("홍길동").token(second)
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
