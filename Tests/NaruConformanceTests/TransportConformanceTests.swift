import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import NaruConformance
import NaruTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServerTests {
  /// The conformance of Naru's transports.
  @Suite(.timeLimit(.minutes(5)))
  struct TransportConformanceTests {
    @Test(arguments: TransportConformance.checks)
    func asyncHTTPClientConforms(check: TransportConformance.Check) async throws {
      try await check.run(over: AsyncHTTPClientTransport())
    }

    @Test(arguments: TransportConformance.checks)
    func urlSessionConforms(check: TransportConformance.Check) async throws {
      try await check.run(over: URLSessionTransport())
    }

    @Test(arguments: TransportConformance.checks)
    func aConfiguredURLSessionConforms(check: TransportConformance.Check) async throws {
      let configuration = URLSessionTransport.defaultConfiguration
      configuration.timeoutIntervalForResource = 60
      configuration.httpAdditionalHeaders = ["X-App": "naru"]
      try await check.run(over: URLSessionTransport(configuration: configuration, delegate: NoDecisions()))
    }

    @Test func theConfigurationOfAURLSessionIsUsed() async throws {
      try await FaultServer.run { server in
        let configuration = URLSessionTransport.defaultConfiguration
        configuration.httpAdditionalHeaders = ["X-App": "naru"]
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        configuration.httpCookieStorage = storage
        configuration.httpShouldSetCookies = true
        configuration.httpCookieAcceptPolicy = .always
        let properties: [HTTPCookiePropertyKey: Any] = [
          .name: "visit", .value: "7", .domain: server.url.host() ?? "", .path: "/",
        ]
        storage.setCookie(try #require(HTTPCookie(properties: properties)))
        let transport = URLSessionTransport(configuration: configuration, delegate: NoDecisions())
        try await server.play(steps: [.readHead, .answer("200 OK", fields: [], body: Data("{}".utf8))])
        let endpoint = Endpoint("Probe", "get", .get, "/")
        let response = try await transport.send(APIRequest(endpoint: endpoint, head: .get(server.url)))
        #expect(response.head.status == .ok)
        let head = try #require(server.requests.first).lowercased()
        #expect(head.contains("x-app: naru") && head.contains("cookie: visit=7"), "\(head)")
      }
    }

    @Test(arguments: TransportConformance.checks)
    func anExistingURLSessionConforms(check: TransportConformance.Check) async throws {
      let session = URLSession(configuration: URLSessionTransport.defaultConfiguration)
      defer { session.invalidateAndCancel() }
      try await check.run(over: URLSessionTransport(session: session))
    }

    @Test(arguments: TransportConformance.checksWithoutSocket)
    func inMemoryConforms(check: TransportConformance.Check) async throws {
      try await check.runInMemory()
    }

    @Test func aChallengeForAPasswordIsA401() async throws {
      let transports: [any Transport] = [URLSessionTransport(), AsyncHTTPClientTransport()]
      for transport in transports {
        try await FaultServer.run { server in
          let challenge = "WWW-Authenticate: Basic realm=\"a\""
          let body = Data("{}".utf8)
          try await server.play(steps: [.readHead, .answer("401 Unauthorized", fields: [challenge], body: body)])
          let endpoint = Endpoint("Probe", "get", .get, "/")
          let response = try await transport.send(APIRequest(endpoint: endpoint, head: .get(server.url)))
          #expect(response.head.status.code == 401)
          #expect(response.head.headerFields[.wwwAuthenticate] == "Basic realm=\"a\"")
          #expect(response.body == body)
        }
      }
    }

    @Test func aBrokenTransportFailsItsCheck() async throws {
      struct Broken: Transport {
        let transport = AsyncHTTPClientTransport()

        func send(_ request: APIRequest) async throws -> APIResponse {
          var request = request
          request.maxResponseSize = .max
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
      #expect(broken == ["A response over the limit is tooLarge"])
    }
  }
}

/// A delegate that decides nothing.
private final class NoDecisions: NSObject, URLSessionTaskDelegate, Sendable {}
