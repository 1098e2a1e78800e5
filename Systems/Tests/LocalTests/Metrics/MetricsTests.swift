import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import LocalTesting
import Naru
import ServedSystem
import StorageTesting
import Testing

/// The metrics of a server.
struct MetricsTests {
  /// Sends requests to a backend, and returns its metrics.
  private func metrics(
    after requests: [(HTTPRequest.Method, String)],
    of releases: [String?] = [nil]
  ) async throws -> [Substring] {
    let backend = try await LocalBackend(storage: .forTests, settings: Settings(environment: ["NARU_METRICS": "0"]))
    defer { try? backend.close() }
    try await Application(router: backend.router()).test(.router) { client in
      let name = try #require(HTTPField.Name("Naru-Release"))
      for release in releases {
        let headers: HTTPFields = release.map { [name: $0] } ?? [:]
        for (method, path) in requests { _ = try await client.execute(uri: path, method: method, headers: headers) }
      }
    }
    let router = try #require(backend.metricsRouter)
    return try await Application(router: router).test(.router) { client in
      let response = try await client.execute(uri: "/metrics", method: .get)
      #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      return String(buffer: response.body).split(separator: "\n")
    }
  }

  @Test func requestsAreCountedByRouteAndStatus() async throws {
    let lines = try await metrics(after: [
      (.get, "/health"), (.get, "/health"), (.get, "/api/v1/books/9788937460449?secret=1"), (.get, "/wp-login.php"),
    ])
    func count(_ route: String, _ status: Int) -> Substring? {
      let labels = #"http_request_method="GET",http_route="\#(route)",http_response_status_code="\#(status)""#
      return lines.first { $0.hasPrefix("http_server_request_duration_seconds_count{\(labels)} ") }?
        .split(separator: " ").last
    }
    #expect(count("/health", 200) == "2")
    #expect(count("/api/v1/books/{id}", 404) == "1")
    #expect(count("NotFound", 404) == "1")
    #expect(!lines.contains { $0.contains("secret") || $0.contains("wp-login") || $0.contains("9788937460449") })
    #expect(lines.contains("http_server_active_requests 0"))
  }

  @Test func callsAreCountedByEndpointAndRelease() async throws {
    let releases = ["1.4.0", "1.4.0", nil, "secret", "1.3"] + (0..<100).map { "2.\($0)" }
    let lines = try await metrics(after: [(.get, "/api/v1/onboarding/genres"), (.get, "/health")], of: releases)
    func count(_ release: String) -> Substring? {
      let labels = #"naru_endpoint="Onboarding.genres",naru_release="\#(release)""#
      return lines.first { $0.hasPrefix("naru_server_calls_total{\(labels)} ") }?.split(separator: " ").last
    }
    #expect(count("1.4.0") == "2" && count("1.3") == "1" && count("none") == "1")
    // An invalid release, and those after the first 64.
    #expect(count("2.61") == "1" && count("2.62") == nil && count("other") == "39")
    #expect(!lines.contains { $0.contains("secret") })
  }

  @Test func bucketsAreCumulative() async throws {
    let lines = try await metrics(after: [(.get, "/health")])
    let counts = lines.filter { $0.hasPrefix("http_server_request_duration_seconds_bucket") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(counts.count == 17 && counts == counts.sorted() && counts.last == 1)
  }

  @Test func aMethodThatAClientMadeUpIsNoLabel() async throws {
    let method = try #require(HTTPRequest.Method(rawValue: "BREW"))
    let lines = try await metrics(after: [(method, "/health")])
    #expect(!lines.contains { $0.contains("BREW") })
    #expect(lines.contains { $0.contains(#"http_request_method="_OTHER""#) })
  }

  @Test func theProcessAndTheDatabaseAreMeasured() async throws {
    let lines = try await metrics(after: [])
    func value(_ name: String) -> Double? {
      lines.first { $0.hasPrefix("\(name) ") }?.split(separator: " ").last.flatMap { Double($0) }
    }
    #expect(try #require(value("process_cpu_seconds_total")) > 0)
    #expect(abs(try #require(value("process_start_time_seconds")) - Date().timeIntervalSince1970) < 60)
    #if os(Linux)
      #expect(try #require(value("process_resident_memory_bytes")) > 1_000_000)
      #expect(try #require(value("process_open_fds")) > 2)
    #endif
    // Every series has a help text and a type.
    let names = Set(lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] })
    for line in lines where !line.hasPrefix("#") {
      #expect(names.contains { line.hasPrefix($0) }, "\(line)")
    }
    #expect((value("db_client_connection_max") != nil) == TestDatabase.isPostgreSQL)
  }

  @Test(arguments: [
    ("127.0.0.1:9464", true), ("localhost", true), ("LOCALHOST:9464", true), ("[::1]:9464", true),
    ("10.0.0.5:9464", true),
    ("naru.example:1", true), ("evil.example:9464", false), ("127.0.0.1.evil.example", false), ("a@localhost", false),
  ])
  func onlyRequestsToTheServersOwnHostsGetMetrics(authority: String, isKnown: Bool) throws {
    let address = try #require(MetricsAddress("Naru.example:9464"))
    #expect(address.isKnown(authority) == isKnown)
    #expect(!address.isKnown(nil))
  }

  @Test(arguments: ["", "0", "9464", "0.0.0.0:9464", "[::1]:9464", "localhost:9464"])
  func anAddressIsAPortOrAHostWithAPort(text: String) async throws {
    let backend = try await LocalBackend(storage: .memory, settings: Settings(environment: ["NARU_METRICS": text]))
    #expect((backend.metricsRouter != nil) == !text.isEmpty)
    try backend.close()
  }

  @Test(arguments: ["x", "65536", "-1", ":9464", "host:", "::1:9464", "http://localhost:9464"])
  func anotherAddressIsRejected(text: String) async throws {
    let error = await #expect(throws: MessageError.self) {
      try await LocalBackend(storage: .memory, settings: Settings(environment: ["NARU_METRICS": text]))
    }
    #expect(
      error?.localizedMessage.english.contains("NARU_METRICS") == true
        && error?.localizedMessage.korean.contains(text) == true
    )
  }
}
