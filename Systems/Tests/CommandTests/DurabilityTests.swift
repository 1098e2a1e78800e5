import AsyncHTTPClient
import DockDock
import Foundation
import NIOCore
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import SystemTesting
import Testing

extension ProcessTests {
  /// Requests in progress are finished.
  struct DurabilityTests {
    private let naru = NaruProcess()

    @Test(arguments: [SIGTERM, SIGINT])
    func aRequestInProgressIsFinishedBeforeTheServerStops(signal: Int32) async throws {
      try await naru.copyData()
      let token = try await naru.serve { url, stop in
        let token = try await TestPerson("홍길동").token(url).revealed
        let (halves, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        var request = HTTPClientRequest(url: "\(url.absoluteString)/api/v1/reading-books")
        request.method = .POST
        request.headers = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
        request.body = .stream(halves, length: .unknown)
        continuation.yield(ByteBuffer(string: #"{"book_id":"9788966260959","#))
        let call = Task { [request] in try await HTTPClient.shared.execute(request, timeout: .seconds(30)) }
        // When later requests on all threads of the server are answered, it has received the first half.
        for _ in 0..<30 { _ = try await Books.live(shelfClientWithNewConnection(url)).show(id: "9788966260959") }
        let status = Task { await stop(signal) }
        // The server stops accepting connections.
        while (try? await Books.live(shelfClientWithNewConnection(url)).show(id: "9788966260959")) != nil {}
        continuation.yield(ByteBuffer(string: #""status":"reading"}"#))
        continuation.finish()
        let response = try await call.value
        #expect(response.status == .created)
        #expect(await status.value == 0)
        return token
      }
      try await naru.serve { url, _ in
        let authentication = BearerAuthentication { Secret(token) }
        let client = APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [authentication])
        let shelf = try await ReadingBooks.live(client).list()
        #expect(shelf.count == 1)
      }
    }

    private func shelfClientWithNewConnection(_ url: URL) -> APIClient {
      APIClient(url, transport: OneConnectionEach(), timeout: .seconds(5))
    }

    /// Opens a new connection for each request.
    private struct OneConnectionEach: Transport {
      func send(_ request: APIRequest) async throws -> APIResponse {
        let client = HTTPClient()
        do {
          let response = try await AsyncHTTPClientTransport(client).send(request)
          try await client.shutdown()
          return response
        } catch {
          try await client.shutdown()
          throw error
        }
      }
    }
  }
}
