import Naru
import NaruAsyncHTTPClient
import NaruConformance
import NaruTesting
import Testing

/// The promises about faults, kept by each of Naru's transports.
@Suite(.timeLimit(.minutes(2)))
struct FaultConformanceTests {
  @Test(arguments: TransportConformance.faultChecks)
  func asyncHTTPClient(check: TransportConformance.Check) async throws {
    try await check.run(over: AsyncHTTPClientTransport())
  }

  @Test(arguments: TransportConformance.faultChecks.filter { !Self.endsProcess($0) })
  func urlSession(check: TransportConformance.Check) async throws {
    try await check.run(over: URLSessionTransport())
  }

  @Test(arguments: TransportConformance.faultChecks)
  func inMemory(check: TransportConformance.Check) async throws {
    try await check.runInMemory()
  }

  /// A suite that never fails would say nothing.
  @Test
  func aTransportThatBreaksItsPromisesIsFound() async throws {
    struct Broken: Transport {
      let transport = AsyncHTTPClientTransport()

      func send(_ request: APIRequest) async throws -> APIResponse {
        // A task of each call stays for a minute.
        let left = Task { try? await Task.sleep(for: .seconds(60)) }
        if request.body.isEmpty { left.cancel() }
        do {
          return try await transport.send(request)
        } catch let error as APIError where error.code == .tooLarge {
          throw APIError(.unreachable)
        }
      }
    }
    let names: Set = ["hugeHead", "endlessBody", "healthy"]
    for check in TransportConformance.faultChecks where names.contains(String(check.description.prefix { $0 != ":" })) {
      await #expect(throws: TransportConformance.Violation.self) { try await check.run(over: Broken()) }
    }
  }

  private static func endsProcess(_ check: TransportConformance.Check) -> Bool {
    #if canImport(Darwin)
      false
    #else
      TransportConformance.foundationOnLinux.contains { $0.endsProcess && check.description.hasPrefix("\($0.fault):") }
    #endif
  }
}

#if !canImport(Darwin)
  /// What Foundation can't do on Linux. When one of these tests fails, it can: take it off the list of deviations.
  @Suite(.timeLimit(.minutes(1)))
  struct FoundationOnLinuxTests {
    @Test
    func anAnswerThatEndsInItsHeadEndsTheProcess() async {
      await #expect(processExitsWith: .failure) {
        try await FaultServer.run(.closesInHead) { server in
          let request = APIRequest(endpoint: Endpoint("Probe", "get", .get, "/"), head: .get(server.url))
          _ = try? await URLSessionTransport().send(request)
        }
      }
    }

    @Test
    func aFieldAfterTheBodyEndsTheProcess() async {
      await #expect(processExitsWith: .failure) {
        try await FaultServer.run(.trailer) { server in
          let request = APIRequest(endpoint: Endpoint("Probe", "get", .get, "/"), head: .get(server.url))
          _ = try? await URLSessionTransport().send(request)
        }
      }
    }
  }
#endif
