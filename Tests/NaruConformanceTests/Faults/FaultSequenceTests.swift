import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import NaruConformance
import NaruTesting
import Testing

extension ServerTests {
  /// 300 short sequences of calls to a server that fails at random, over each transport.
  ///
  /// A failure names its seed. `NARU_SEED=… swift test --filter FaultSequenceTests` repeats the sequence.
  @Suite(.timeLimit(.minutes(5)))
  struct FaultSequenceTests {
    private static let sequences = 300
    /// The faults that don't crash Foundation on Linux and don't transfer megabytes.
    private static let faults: [Fault] = {
      let large: Set<Fault> = [
        .endlessBody, .gzipBomb, .hugeHead, .answersBeforeRequestEnds, .refusesBeforeRequestEnds,
      ]
      let deviating = Set(TransportConformance.foundationOnLinux.map(\.fault))
      return Fault.all.filter { !large.contains($0) && !deviating.contains($0) }
    }()

    /// The faults that close a connection which the client may keep for the next call.
    private static let closing: Set<Fault> = [
      .closesBetweenCalls, .lengthTooShort, .noContentWithBody, .http10, .acceptsSilently,
    ]

    @Test func asyncHTTPClientSurvivesSequencesOfFaults() async throws {
      try await runSequences { url, sequence in
        try await FaultServer.run(body: Self.answer) { server in
          let last = Locked(Fault.healthy)
          try await sequence(server.url, AsyncHTTPClientTransport()) { fault in
            let wasClosing = last.withLock { last in
              defer { last = fault }
              return Self.closing.contains(last)
            }
            // A POST is not repeated over a new connection, so wait until the client has noticed the closed one.
            server.release()
            try await withTimeLimit(.seconds(10)) {
              if wasClosing { await server.waitForConnections(atMost: 0) }
            }
            try await server.play(fault)
          }
        }
      }
    }

    @Test func urlSessionSurvivesSequencesOfFaults() async throws {
      try await runSequences { url, sequence in
        try await FaultServer.run(body: Self.answer) { server in
          let last = Locked(Fault.healthy)
          let transport = URLSessionTransport()
          try await sequence(server.url, transport) { fault in
            let wasClosing = last.withLock { last in
              defer { last = fault }
              return Self.closing.contains(last)
            }
            server.release()
            if wasClosing {
              // On Linux, a POST over such a connection times out (see `TransportConformance.foundationOnLinux`).
              try await server.play(.healthy)
              _ = try await River.live(APIClient(server.url, transport: transport)).look()
            }
            try await server.play(fault)
          }
        }
      }
    }

    @Test func inMemorySurvivesSequencesOfFaults() async throws {
      try await runSequences { url, sequence in
        let server = InMemoryTransport().mounting(River.self) { _ in
          River(look: { Self.right }, cross: { _ in Self.right })
        }
        let transport = FailingTransport(server)
        try await sequence(InMemoryTransport.url, transport) { transport.play(.fail(with: $0)) }
      }
    }

    @Test func theSameSeedGivesTheSameCallSequence() {
      let sequences = [7, 7, 8].map { CallSequence(seed: $0, faults: Self.faults) }
      #expect(sequences[0].calls == sequences[1].calls)
      #expect(sequences[0].calls != sequences[2].calls)
    }

    private static let right = River.Sight(text: "강은 흐른다")
    private static let answer = Data(#"{"text":"강은 흐른다"}"#.utf8)

    private typealias Play = @Sendable (Fault) async throws -> Void
    private typealias Run = @Sendable (URL, any Transport, @escaping Play) async throws -> Void

    private func runSequences(
      _ stage: @escaping @Sendable (URL, Run) async throws -> Void
    ) async throws {
      let only = ProcessInfo.processInfo.environment["NARU_SEED"].flatMap { UInt64($0) }
      let seeds = only.map { [$0] } ?? (0..<Self.sequences).map { UInt64($0) }
      // Some run concurrently, because they wait a lot.
      await withTaskGroup(of: Void.self) { group in
        for (index, seed) in seeds.enumerated() {
          if index >= 16 { await group.next() }
          group.addTask {
            do {
              try await stage(InMemoryTransport.url) { url, transport, play in
                try await Self.run(CallSequence(seed: seed, faults: Self.faults), url, transport, play)
              }
            } catch {
              Issue.record("NARU_SEED=\(seed): \(error)")
            }
          }
        }
      }
    }

    private static func run(
      _ sequence: CallSequence,
      _ url: URL,
      _ transport: any Transport,
      _ play: @escaping Play
    ) async throws {
      for (number, call) in sequence.calls.enumerated() {
        try await play(call.fault)
        // Expected timeouts are short; others are long, because the machine may be busy.
        let timeout: Duration = call.fault.code == .timedOut ? .milliseconds(40) : .seconds(20)
        let retry = Retry(attempts: 2, base: .milliseconds(1))
        let client = client(url, transport, call.retries ? [retry] : [], timeout: timeout)
        let what = "call \(number + 1) of \(sequence.calls)"
        do {
          let api = River.live(client)
          let sight = try await call.isPost ? api.cross(boat: .init(name: "나루")) : api.look()
          #expect(call.fault.code == nil && sight == right, "NARU_SEED=\(sequence.seed), \(what): got \(sight)")
        } catch let error as APIError {
          #expect(error.code == call.fault.code, "NARU_SEED=\(sequence.seed), \(what): got \(error)")
        }
      }
    }

    private static func client(
      _ url: URL,
      _ transport: some Transport,
      _ middleware: [any Middleware],
      timeout: Duration
    ) -> APIClient {
      APIClient(url, transport: transport, middleware: middleware, timeout: timeout)
    }
  }
}

/// A sequence of calls and their faults.
private struct CallSequence {
  struct Call: Equatable, CustomStringConvertible {
    let fault: Fault
    let isPost: Bool
    let retries: Bool

    var description: String { "\(isPost ? "POST" : "GET")\(retries ? " with Retry" : "") while \(fault)" }
  }

  let seed: UInt64
  let calls: [Call]

  init(seed: UInt64, faults: [Fault]) {
    var random = SeededRandom(seed: seed)
    self.seed = seed
    calls = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      let isPost = Bool.random(using: &random)
      // A third of the calls succeeds, so that connections are reused.
      let isHealthy = Int.random(in: 0..<3, using: &random) == 0
      let fault = isHealthy ? .healthy : faults.randomElement(using: &random) ?? .healthy
      return Call(fault: fault, isPost: isPost, retries: Bool.random(using: &random))
    }
  }
}

@API("/river")
private struct River: Sendable {
  struct Sight: Codable, Sendable, Equatable {
    var text: String
  }

  struct Boat: Codable, Sendable {
    var name: String
  }

  @GET("/")
  var look: @Sendable () async throws -> Sight

  @POST("/boats")
  var cross: @Sendable (_ boat: Boat) async throws -> Sight
}
