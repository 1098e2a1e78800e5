import Foundation
import Naru
import NaruAsyncHTTPClient
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Naru's transports.
enum TestedTransport: CaseIterable {
  case asyncHTTPClient, urlSession
  /// A session of the app, with its own configuration.
  case existingURLSession
  case inMemory

  static let overSockets = allCases.filter { $0 != .inMemory }

  /// Runs a closure with a transport and the server of the ``Probe`` contract.
  func run(_ body: @escaping @Sendable (Subject) async throws -> Void) async throws {
    let server = ProbeServer()
    switch self {
    case .asyncHTTPClient:
      try await Self.run(server, AsyncHTTPClientTransport(), body)
    case .urlSession:
      try await Self.run(server, URLSessionTransport(), body)
    case .existingURLSession:
      let configuration = URLSessionTransport.defaultConfiguration
      configuration.timeoutIntervalForResource = 60
      configuration.httpAdditionalHeaders = ["X-App": "naru"]
      let session = URLSession(configuration: configuration)
      defer { session.invalidateAndCancel() }
      try await Self.run(server, URLSessionTransport(session: session), body)
    case .inMemory:
      let transport = InMemoryTransport([server.contract])
      try await body(Subject(url: InMemoryTransport.url, transport: transport, server: server))
    }
  }

  private static func run(
    _ server: ProbeServer,
    _ transport: some Transport,
    _ body: @escaping @Sendable (Subject) async throws -> Void
  ) async throws {
    try await server.run { try await body(Subject(url: $0, transport: transport, server: server)) }
  }

  /// A transport and a server.
  struct Subject: Sendable {
    let url: URL
    let transport: any Transport
    let server: ProbeServer

    func probe(timeout: Duration = .seconds(30), maxResponseSize: Int = 32 << 20) -> Probe {
      .over(transport, at: url, timeout: timeout, maxResponseSize: maxResponseSize)
    }
  }
}

extension Probe {
  static func over(_ transport: any Transport, at url: URL, timeout: Duration, maxResponseSize: Int) -> Probe {
    func client(_ transport: some Transport) -> APIClient {
      APIClient(url, transport: transport, timeout: timeout, maxResponseSize: maxResponseSize)
    }
    return Probe.live(client(transport))
  }
}

/// Runs a call that must fail, and returns its error.
func failure(_ call: () async throws -> Void) async throws -> APIError {
  try #require(await #expect(throws: APIError.self) { try await call() })
}
