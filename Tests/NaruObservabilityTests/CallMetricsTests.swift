import Metrics
import MetricsTestKit
import Naru
import NaruObservability
import Testing

struct CallMetricsTests {
  private let metrics = TestMetrics()

  private func measure(_ status: Result<Int, APIError>, at url: String = "https://h.example/api") async {
    await reset(Server(status), [CallMetrics(factory: metrics)], at: url)
  }

  private func dimensions(_ timer: TestTimer) -> [String: String] {
    Dictionary(uniqueKeysWithValues: timer.dimensions)
  }

  @Test
  func aSuccessIsMeasured() async throws {
    await measure(.success(200))
    let timer = try #require(metrics.timers.first)
    #expect(metrics.timers.count == 1)
    #expect(timer.label == "http.client.request.duration")
    #expect(timer.displayUnit == .seconds)
    #expect(timer.values.count == 1 && timer.values[0] > 0)
    #expect(
      dimensions(timer) == [
        "http.request.method": "PUT", "url.template": "/books/{token}/x", "naru.endpoint": "Books.reset",
        "url.scheme": "https", "server.address": "h.example", "server.port": "443", "http.response.status_code": "200",
      ]
    )
    #expect(metrics.recorders(label: "http.client.request.body.size").map(\.values) == [[21]])
    #expect(metrics.recorders(label: "http.client.response.body.size").map(\.values) == [[6]])
    #expect(metrics.recorders.allSatisfy { Dictionary(uniqueKeysWithValues: $0.dimensions) == dimensions(timer) })
  }

  @Test(
    arguments: [
      (.success(404), "404", "404"), (.success(500), "500", "500"),
      (.failure(APIError(.timedOut)), nil, "timedOut"), (.failure(APIError(.cancelled)), nil, "cancelled"),
    ] as [(Result<Int, APIError>, String?, String)]
  )
  func aFailureIsMeasuredWithItsKind(outcome: Result<Int, APIError>, status: String?, error: String) async throws {
    await measure(outcome)
    let dimensions = dimensions(try #require(metrics.timers.first))
    #expect(dimensions["http.response.status_code"] == status)
    #expect(dimensions["error.type"] == error)
    #expect(dimensions.values.allSatisfy { !$0.contains("s3cret") })
  }

  @Test(arguments: [
    ("http://h.example:8080", "h.example", "8080"), ("http://127.0.0.1", "127.0.0.1", "80"),
    ("http://[::1]:9000", "::1", "9000"), ("https://[::1]", "::1", "443"),
  ])
  func theServersAddressIsADimension(url: String, address: String, port: String) async throws {
    await measure(.success(200), at: url)
    let dimensions = dimensions(try #require(metrics.timers.first))
    #expect(dimensions["server.address"] == address)
    #expect(dimensions["server.port"] == port)
  }

  @Test
  func equalCallsShareAMetric() async {
    await measure(.success(200))
    await measure(.success(200))
    #expect(metrics.timers.map(\.values.count) == [2])
  }
}
