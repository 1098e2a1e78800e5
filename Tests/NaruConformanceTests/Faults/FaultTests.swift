import Foundation
import Naru
import NaruAsyncHTTPClient
import NaruTesting
import TestSupport
import Testing

extension ServerTests {
  /// The promises of every transport with a server or a network that fails: for each fault the same `APIError.Code`, no wait beyond the
  /// timeout of the call, no remaining connection or task, and a next call that succeeds.
  @Suite(.timeLimit(.minutes(5)))
  struct FaultTests {
    typealias Route = FaultSubject.Route

    @Test(arguments: Route.cases(WireFault.allCases))
    func aCallHasTheOutcomeOfItsFaultAndTheNextOneSucceeds(_ route: Route, _ fault: WireFault) async throws {
      for isPost in [false, true] {
        // Each run has its own server, so that the first call makes a connection.
        for isReused in route == .inMemory ? [false] : [false, true] {
          try await route.run { try await $0.check(fault, isPost: isPost, isReused: isReused) }
        }
      }
    }

    @Test(arguments: Route.cases([.acceptsSilently, .neverResponds, .stallsInBody, .tricklesForever]))
    func aCancelledCallEndsWithItsConnection(_ route: Route, _ fault: WireFault) async throws {
      try await route.run { try await $0.checkCancellation(in: fault) }
    }

    // MARK: Streams

    /// A correct response that is larger than the system's buffers.
    private static let large = Data(repeating: UInt8(ascii: " "), count: 256 << 10)

    @Test(arguments: Route.cases([.closesInBody, .closesBeforeLastChunk, .stallsInBody]))
    func aStreamThatIsCutFails(_ route: Route, _ fault: WireFault) async throws {
      try await route.run(body: Self.large) { subject async throws in
        try await subject.play(fault)
        try await subject.expectEnd {
          let timeout = Duration.milliseconds(fault.code == .timedOut ? 200 : 20_000)
          let blob = try await subject.probe(timeout: timeout).download(bytes: 1000)
          #expect(try await failure { for try await _ in blob {} }.code == fault.code)
        }
        try await expectStream(subject)
      }
    }

    @Test(arguments: Route.allCases, [true, false])
    func aStreamThatIsNotReadFurtherEndsTheCall(_ route: Route, readsFirstChunk: Bool) async throws {
      try await route.run(body: Self.large) { subject async throws in
        // Without a socket, a healthy stream does as well.
        try await subject.play(route == .inMemory ? .healthy : .endlessBody)
        try await subject.expectEnd {
          let blob = try await subject.probe(timeout: .seconds(20)).download(bytes: 1000)
          guard readsFirstChunk else { return }
          for try await _ in blob { break }
        }
        try await expectStream(subject)
      }
    }

    @Test(arguments: Route.allCases)
    func aStreamWithACancelledReaderIsCancelled(_ route: Route) async throws {
      try await route.run(body: Self.large) { subject async throws in
        try await subject.play(.stallsInBody)
        try await subject.expectEnd {
          let (chunks, continuation) = AsyncStream.makeStream(of: Void.self)
          let reader = Task {
            let blob = try await subject.probe(timeout: .seconds(20)).download(bytes: 1000)
            for try await _ in blob { continuation.yield() }
          }
          for await _ in chunks { break }
          reader.cancel()
          let cancelled = try await failure { try await reader.value }.code
          #expect(cancelled == .cancelled)
        }
        try await expectStream(subject)
      }
    }

    @Test(arguments: [Route.asyncHTTPClient, .urlSession])
    func theTimeoutOfAStreamAppliesToEachChunk(_ route: Route) async throws {
      try await route.run { subject async throws in
        let piece = Data(repeating: 32, count: 30 << 10)
        let pieces = (0..<10).flatMap { _ in [FaultStep.pause(.milliseconds(50)), .send(piece)] }
        try await subject.server?.play([.readHead, .head(fields: "Content-Length: \(10 * piece.count)")] + pieces)
        let start = ContinuousClock.now
        let timeout = Duration.milliseconds(400)
        var bytes = 0
        for try await chunk in try await subject.probe(timeout: timeout).download(bytes: 1) { bytes += chunk.count }
        #expect(bytes == 10 * piece.count)
        #expect(start.duration(to: .now) > timeout)
      }
    }

    @Test func aSlowReaderSlowsTheServerDown() async throws {
      let piece = Data(repeating: 32, count: 1 << 20)
      try await FaultServer.run { server async throws in
        try await server.play(
          [.readHead, .head(fields: "Content-Length: \(64 << 20)")] + (0..<63).map { _ in .send(piece) }
            + [.waitUntilSent, .wait]
        )
        var request = APIRequest.get(server.url)
        request.streamsResponse = true
        let response = try await AsyncHTTPClientTransport().send(request)
        var iterator = try #require(response.stream).makeAsyncIterator()
        var count = try await iterator.next()?.count ?? 0
        // The data is far larger than the system's buffers, so the server does not reach its wait.
        await #expect(throws: APIError.self) {
          try await withTimeLimit(.milliseconds(300)) {
            while !server.isWaiting {
              try Task.checkCancellation()
              await Task.yield()
            }
          }
        }
        while count < 63 << 20, let chunk = try await iterator.next() { count += chunk.count }
        #expect(await until { server.isWaiting })
      }
    }

    private func expectStream(_ subject: FaultSubject) async throws {
      await subject.expectConnections(atMost: 0)
      try await subject.play(.healthy)
      let blob = try await subject.probe(timeout: .seconds(20)).download(bytes: 1000)
      #expect(try await blob.collect(upTo: 8 << 20).count >= 1000)
    }
  }
}

#if !canImport(Darwin)
  extension ServerTests {
    /// The crashes of Foundation on Linux. If one of these tests fails, Foundation is fixed: remove the deviation.
    @Suite(.timeLimit(.minutes(1)))
    struct FoundationOnLinuxTests {
      @Test func aResponseThatEndsInItsHeadCrashesTheProcess() async {
        await #expect(processExitsWith: .failure) { try await Self.call(.closesInHead) }
      }

      @Test func aFieldAfterTheBodyCrashesTheProcess() async {
        await #expect(processExitsWith: .failure) { try await Self.call(.trailer) }
      }

      private static func call(_ fault: WireFault) async throws {
        try await FaultServer.run { server async throws in
          try await server.play(fault)
          _ = try? await URLSessionTransport().send(.get(server.url))
        }
      }
    }
  }
#endif
