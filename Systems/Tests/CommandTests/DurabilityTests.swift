import AsyncHTTPClient
import DockDock
import Foundation
import NIOCore
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import Support
import SystemTesting
import Testing

extension ProcessTests {
  /// Acknowledged writes survive, and requests in progress are finished.
  struct DurabilityTests {
    private let naru = NaruProcess()

    private func client(_ url: URL, _ token: Secret? = nil) -> APIClient {
      APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [BearerAuthentication { token }])
    }

    private func shelf(_ url: URL, _ token: Secret) -> ReadingBooks { .live(client(url, token)) }

    @Test func aKilledServerLosesNoAcknowledgedWriteAndARepeatedOneTakesEffectOnce() async throws {
      try await naru.copyData()
      struct Writer {
        let token: Secret
        let entry: ReadingBook.ID
        /// The number of the last write that was sent, and whether it was answered.
        var sent = 0
        var isAnswered = true
      }
      let writers = Locked<[Writer]>([])
      @Sendable func write(_ number: Int, _ writer: Writer, _ url: URL) async throws {
        _ = try await withCallOptions(idempotencyKey: "\(number)") {
          try await ReadingRecords.live(client(url, writer.token)).add(
            record: NewReadingRecord(readingBookID: writer.entry, content: "\(number)")
          )
        }
      }
      for round in 0..<4 {
        try await naru.serve { url, stop in
          if round == 0 {
            for person in 0..<3 {
              let token = try await TestPerson("사람 \(person)").token(url)
              let entry = try await shelf(url, token).add(
                book: NewReadingBook(bookID: "9788966260959", status: .reading)
              )
              writers.withLock { $0.append(Writer(token: token, entry: entry.id)) }
            }
          }
          let before = writers.withLock { $0.map(\.sent) }
          let tasks = before.indices.map { index in
            Task {
              while true {
                let writer = writers.withLock { writers in
                  // A write without an answer is sent again.
                  if writers[index].isAnswered { writers[index].sent += 1 }
                  writers[index].isAnswered = false
                  return writers[index]
                }
                guard (try? await write(writer.sent, writer, url)) != nil else { return }
                writers.withLock { $0[index].isAnswered = true }
              }
            }
          }
          while writers.withLock({ zip($0, before).contains { $0.sent < $1 + 3 } }) { await Task.yield() }
          #expect(await stop(SIGKILL) == SIGKILL)
          for task in tasks { await task.value }
        }
      }
      try await naru.serve { url, stop in
        for writer in writers.withLock({ $0 }) {
          try await write(writer.sent, writer, url)
          let count = try await ReadingRecords.live(client(url, writer.token)).list(limit: 1).total
          #expect(count == writer.sent)
        }
        #expect(await stop(SIGTERM) == 0)
      }
    }

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
        let entries = try await shelf(url, Secret(token)).list()
        #expect(entries.count == 1)
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
