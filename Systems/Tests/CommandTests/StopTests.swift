import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import Saerok
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// The end of `naru-server serve`, while a client holds a request that never ends.
  @Suite struct StopTests {
    private let naru = NaruProcess()

    /// Sends the head of a request and a part of its body, and waits until the server has accepted the connection.
    private func hold(_ url: URL) async throws -> RawConnection {
      let connection = try RawConnection(port: url.port ?? 0)
      connection.send(
        """
        POST /api/auth/refresh HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        Content-Length: 1000\r
        \r
        {
        """
      )
      // Connections are accepted in order. One that is not yet accepted is closed by the end of the server.
      _ = try await FreeBoard.live(APIClient(url, transport: AsyncHTTPClientTransport())).posts()
      return connection
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aClientThatNeverEndsItsRequestDoesNotKeepTheServer(signal: Int32) async throws {
      try await naru.onServer(environment: ["NARU_SERVER_STOP_SECONDS": "1"]) { url, stop in
        let held = try await hold(url)
        let duration = await ContinuousClock().measure { #expect(await stop(signal) == 0) }
        #expect(duration < .seconds(20))
        withExtendedLifetime(held) {}
      }
    }

    @Test func aSecondInterruptEndsTheServerAtOnce() async throws {
      try await naru.onServer(environment: ["NARU_SERVER_STOP_SECONDS": "300"]) { url, stop in
        let held = try await hold(url)
        async let first = stop(SIGINT)
        // The first one was received when the server accepts no more connections.
        while (try? RawConnection(port: url.port ?? 0)) != nil { await Task.yield() }
        #expect(await stop(SIGINT) == 130)
        #expect(await first == 130)
        withExtendedLifetime(held) {}
      }
    }

    @Test func aServerOnAFullDiskStopsAndKeepsItsData() async throws {
      try await naru.copyData()
      let file = naru.folder.url.appending(path: "naru.sqlite")
      let size = try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
      // Neither the file of the database nor its log can grow beyond this.
      let first = try await naru.serve(environment: ["NARU_WRITES_PER_MINUTE": "0"], maxFileSize: size) { url, stop in
        let token = try await TestPerson("홍길동").tokens(url).access
        let board = board(url, token)
        let draft = PostDraft(content: String(repeating: "물총새", count: 600))
        let error = await #expect(throws: APIError.self) {
          for _ in 0..<5_000 { _ = try await board.writePost(draft: draft) }
        }
        #expect(error?.status == .serviceUnavailable)
        let posts = try await board.posts().items.map(\.id)
        #expect(await stop(SIGTERM) == 0)
        return (posts: posts, token: token)
      }
      try await naru.serve { url, _ in
        let posts = try await board(url, first.token).posts().items.map(\.id)
        #expect(posts == first.posts && !posts.isEmpty)
      }
    }

    private func board(_ url: URL, _ token: Secret) -> FreeBoard {
      .live(APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [BearerAuthentication { token }]))
    }
  }
}
