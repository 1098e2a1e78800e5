import HTTPTypes
import MetricsTestKit
import Naru
import NaruObservability
import Testing

/// The calls of a server by endpoint and release.
struct CountedCallsTests {
  @API("/books", auth: .optional)
  struct Books: Sendable {
    @GET("/")
    var list: @Sendable () async throws -> [String]

    @DELETE("/{id}", auth: .required)
    var remove: @Sendable (_ id: String) async throws -> Void
  }

  private let metrics = TestMetrics()

  private func books(_ release: Release?) -> Books {
    let contract = ServedContract(Books.self, options: ServingOptions(minimumRelease: "1.0")) { _ in
      Books(list: { ["클린 코드"] }, remove: { _ in })
    }
    let transport = InMemoryTransport([contract.counted(factory: metrics)])
    return .live(APIClient(InMemoryTransport.url, transport: transport, release: release))
  }

  private func count(_ endpoint: String, _ release: String) -> Int64? {
    metrics.counters.first {
      $0.label == "naru.server.calls"
        && Dictionary(uniqueKeysWithValues: $0.dimensions) == ["naru.endpoint": endpoint, "naru.release": release]
    }?.totalValue
  }

  @Test func callsAreCountedByEndpointAndRelease() async throws {
    for _ in 0..<2 { _ = try await books("1.4.0").list() }
    _ = try await books(nil).list()
    #expect(count("Books.list", "1.4.0") == 2 && count("Books.list", "none") == 1)
  }

  @Test func rejectedCallsAreCounted() async throws {
    await #expect(throws: APIError.self) { try await books("0.9").list() }
    await #expect(throws: APIError.self) { try await books("1.4.0").remove(id: "1") }
    #expect(count("Books.list", "0.9") == 1 && count("Books.remove", "1.4.0") == 1)
  }

  @Test func madeUpReleasesShareACounter() async throws {
    let books = (0..<100).compactMap { Release("1.\($0)") }
    let contract = ServedContract(Books.self) { _ in Books(list: { [] }, remove: { _ in }) }.counted(factory: metrics)
    let transport = InMemoryTransport([contract])
    for release in books {
      _ = try await Books.live(APIClient(InMemoryTransport.url, transport: transport, release: release)).list()
    }
    #expect(
      count("Books.list", "1.63") == 1 && count("Books.list", "1.64") == nil && count("Books.list", "other") == 36
    )
  }

  @Test func twoCountersSeeTheCalls() async throws {
    let contract = ServedContract(Books.self) { _ in Books(list: { [] }, remove: { _ in }) }
    let other = TestMetrics()
    let transport = InMemoryTransport([contract.counted(factory: metrics).counted(factory: other)])
    _ = try await Books.live(APIClient(InMemoryTransport.url, transport: transport)).list()
    #expect(metrics.counters.map(\.totalValue) == [1] && other.counters.map(\.totalValue) == [1])
  }
}
