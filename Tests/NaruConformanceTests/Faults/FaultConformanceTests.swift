import Naru
import NaruAsyncHTTPClient
import NaruConformance
import NaruTesting
import Testing

extension ServerTests {
  /// The conformance of Naru's transports with failing servers.
  @Suite(.timeLimit(.minutes(5)))
  struct FaultConformanceTests {
    @Test(arguments: TransportConformance.faultChecks)
    func asyncHTTPClientConforms(check: TransportConformance.Check) async throws {
      try await check.run(over: AsyncHTTPClientTransport())
    }

    @Test(arguments: TransportConformance.faultChecks.filter { !Self.crashes($0) })
    func urlSessionConforms(check: TransportConformance.Check) async throws {
      try await check.run(over: URLSessionTransport())
    }

    @Test(arguments: TransportConformance.faultChecks.filter { !Self.crashes($0) })
    func aConfiguredURLSessionConforms(check: TransportConformance.Check) async throws {
      try await check.run(over: URLSessionTransport(configuration: URLSessionTransport.defaultConfiguration))
    }

    @Test(arguments: TransportConformance.faultChecks)
    func inMemoryConforms(check: TransportConformance.Check) async throws {
      try await check.runInMemory()
    }

    @Test func aBrokenTransportFailsItsChecks() async throws {
      struct Broken: Transport {
        let transport = AsyncHTTPClientTransport()

        func send(_ request: APIRequest) async throws -> APIResponse {
          // A task of each call keeps running for a minute.
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
      for check in TransportConformance.faultChecks where names.contains(String(check.description.prefix { $0 != ":" }))
      {
        await #expect(throws: TransportConformance.Violation.self) { try await check.run(over: Broken()) }
      }
    }

    private static func crashes(_ check: TransportConformance.Check) -> Bool {
      #if canImport(Darwin)
        false
      #else
        TransportConformance.foundationOnLinux.contains { $0.crashes && check.description.hasPrefix("\($0.fault):") }
      #endif
    }
  }
}

#if !canImport(Darwin)
  extension ServerTests {
    /// The crashes of Foundation on Linux. If one of these tests fails, Foundation is fixed: remove the deviation.
    @Suite(.timeLimit(.minutes(1)))
    struct FoundationOnLinuxTests {
      @Test func aResponseThatEndsInItsHeadCrashesTheProcess() async {
        await #expect(processExitsWith: .failure) {
          try await FaultServer.run(.closesInHead) { server in
            let request = APIRequest(endpoint: Endpoint("Probe", "get", .get, "/"), head: .get(server.url))
            _ = try? await URLSessionTransport().send(request)
          }
        }
      }

      @Test func aFieldAfterTheBodyCrashesTheProcess() async {
        await #expect(processExitsWith: .failure) {
          try await FaultServer.run(.trailer) { server in
            let request = APIRequest(endpoint: Endpoint("Probe", "get", .get, "/"), head: .get(server.url))
            _ = try? await URLSessionTransport().send(request)
          }
        }
      }
    }
  }
#endif
