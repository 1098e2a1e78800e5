import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Naru
import Testing

extension ProcessTests {
  /// The metrics of `naru serve`.
  @Suite struct MetricsTests {
    private let naru = NaruProcess()

    private func get(_ url: URL) async throws -> (status: UInt, body: String) {
      let response = try await HTTPClient.shared.get(url: url.absoluteString).get()
      return (response.status.code, response.body.map { String(buffer: $0) } ?? "")
    }

    @Test func metricsHaveAPortOfTheirOwn() async throws {
      try await naru.onServer(environment: ["NARU_METRICS": "0"]) { url, _ in
        #expect(try await get(url.appending(path: "health")).status == 200)
        #expect(try await get(url.appending(path: "metrics")).status == 404)
        let log = try String(contentsOf: naru.log, encoding: .utf8)
        let address = try #require(log.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/metrics/)?.0)
        let metrics = try await get(try #require(URL(string: String(address))))
        #expect(metrics.status == 200)
        #expect(metrics.body.contains(#"http_route="/health",http_response_status_code="200"} 1"#))
      }
    }

    @Test func aPortInUseIsNamed() async throws {
      try await naru.onServer { url, _ in
        let output = try await naru.run(
          ["serve", "--memory", "--port", "0"],
          environment: ["NARU_METRICS": "\(url.port ?? 0)", "NARU_DATA": naru.folder.appending(path: "other").path]
        )
        #expect(
          output.status != 0 && output.err.contains("NARU_METRICS의 주소 127.0.0.1:\(url.port ?? 0)"),
          "\(output.err)"
        )
      }
    }
  }
}
