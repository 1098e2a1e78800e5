import Naru
import NaruAsyncHTTPClient
import NaruConformance
import NaruTesting
import Testing

/// The promises of ``TransportConformance``, kept by each of Naru's transports.
@Suite(.timeLimit(.minutes(1)))
struct TransportConformanceTests {
  @Test(arguments: TransportConformance.checks)
  func asyncHTTPClient(check: TransportConformance.Check) async throws {
    try await check.run(over: AsyncHTTPClientTransport())
  }

  @Test(arguments: TransportConformance.checks)
  func urlSession(check: TransportConformance.Check) async throws {
    try await check.run(over: URLSessionTransport())
  }

  @Test(arguments: TransportConformance.checksWithoutSocket)
  func inMemory(check: TransportConformance.Check) async throws {
    try await check.runInMemory()
  }

  /// A suite that never fails would say nothing.
  @Test
  func aTransportThatBreaksItsPromiseIsFound() async throws {
    struct Broken: Transport {
      let transport = AsyncHTTPClientTransport()

      func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        request.responseLimit = .max
        return try await transport.send(request)
      }
    }
    var broken: [String] = []
    for check in TransportConformance.checks {
      do {
        try await check.run(over: Broken())
      } catch is TransportConformance.Violation {
        broken.append(check.description)
      }
    }
    #expect(broken == ["An answer over the limit is tooLarge"])
  }
}
