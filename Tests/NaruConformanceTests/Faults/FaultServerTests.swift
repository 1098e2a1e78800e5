import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import NaruConformance
import NaruTesting
import Testing

extension ServerTests {
  /// Scripts, their order, and what the server reports about its clients.
  @Suite(.timeLimit(.minutes(1)))
  struct FaultServerTests {
    private func get(_ server: FaultServer, timeout: Duration = .seconds(20)) async throws -> APIResponse {
      let endpoint = Endpoint("Tests", "get", .get, "/")
      return try await AsyncHTTPClientTransport().send(
        APIRequest(endpoint: endpoint, head: .get(server.url), timeout: timeout)
      )
    }

    @Test func eachRequestGetsTheNextFaultAndTheLastOneIsRepeated() async throws {
      try await FaultServer.run { server in
        try await server.play(.unavailable, .captivePortal, .healthy)
        var statuses: [Int] = []
        for _ in 0..<4 { statuses.append(try await get(server).head.status.code) }
        #expect(statuses == [503, 200, 200, 200])
        #expect(server.requests.count == 4)
        #expect(server.requests[0].hasPrefix("GET / HTTP/1.1\r\n"))
      }
    }

    @Test func aCustomScriptWaitsForItsRelease() async throws {
      try await FaultServer.run { server in
        try await server.play(steps: [
          .readHead, .wait, .answer("201 Created", fields: ["X-Mark: 1"], body: Data("x".utf8)),
        ])
        async let pending = get(server)
        await server.waitUntilWaiting()
        #expect(server.openConnections == 1)
        server.release()
        let response = try await pending
        #expect(response.head.status.code == 201)
        #expect(response.head.headerFields[.init("X-Mark") ?? .age] == "1")
        #expect(response.body == Data("x".utf8))
      }
    }

    @Test func connectionsAreRefusedUntilAnotherFaultIsPlayed() async throws {
      try await FaultServer.run(.refuses) { server in
        for _ in 0..<3 {
          try await server.play(.refuses)
          let error = await #expect(throws: APIError.self) { try await get(server) }
          #expect(error?.code == .unreachable)
          try await server.play(.healthy)
          #expect(try await get(server).body == server.body)
        }
      }
    }

    @Test func aCustomFaultRunsItsSteps() async throws {
      let teapot = Fault("teapot", "The server is a teapot.", code: .invalid) { _ in
        [.readHead, .readBody, .answer("418 I'm a teapot")]
      }
      try await FaultServer.run(teapot) { server in
        let answer = try await get(server)
        #expect(answer.head.status.code == 418)
      }
      #expect(!Fault.all.contains(teapot))
    }

    @Test func aSlowReaderSlowsTheServerDown() async throws {
      let piece = Data(repeating: 32, count: 1 << 20)
      let head = Data("HTTP/1.1 200 OK\r\nContent-Length: \(64 << 20)\r\n\r\n".utf8)
      try await FaultServer.run { server in
        try await server.play(
          steps: [.readHead, .send(head)] + (0..<63).map { _ in .send(piece) } + [.waitUntilSent, .wait]
        )
        var request = APIRequest(endpoint: Endpoint("Tests", "get", .get, "/"), head: .get(server.url))
        request.streamsResponse = true
        let response = try await AsyncHTTPClientTransport().send(request)
        var iterator = try #require(response.stream).makeAsyncIterator()
        var count = try await iterator.next()?.count ?? 0
        // The data is far larger than the system's buffers, so the server does not reach its wait.
        await #expect(throws: APIError.self) {
          try await withTimeLimit(.milliseconds(300)) { await server.waitUntilWaiting() }
        }
        while count < 63 << 20, let chunk = try await iterator.next() { count += chunk.count }
        await server.waitUntilWaiting()
      }
    }
  }
}
