import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// A contract with a server of its own.
struct HostTests {
  @API("/releases", host: "https://uploads.example.com", auth: .required)
  struct Uploads: Sendable {
    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws -> Int
  }

  @API("/repos", auth: .required)
  struct Repos: Sendable {
    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws -> Int
  }

  private let sent = Locked<[APIRequest]>([])

  private func client(hosts: [String: URL] = [:], allowsInsecureHTTP: Bool = false) throws -> APIClient {
    let transport = ClosureTransport.status(200, "1").watched { [sent] request in sent.withLock { $0.append(request) } }
    return APIClient(
      try #require(URL(string: "https://api.example.com/v3")),
      transport: transport,
      middleware: [BearerAuthentication { Secret("token") }],
      allowsInsecureHTTP: allowsInsecureHTTP,
      hosts: hosts
    )
  }

  private var urls: [String] {
    sent.withLock { requests in
      requests.map { "\($0.head.scheme ?? "")://\($0.head.authority ?? "")\($0.head.path ?? "")" }
    }
  }

  private var tokens: [Bool] { sent.withLock { $0.map { $0.head.headerFields[.authorization] == "Bearer token" } } }

  @Test func aHostThatTheAppDoesNotListIsCalledWithoutTheToken() async throws {
    let client = try client()
    _ = try await Uploads.live(client).show(1)
    _ = try await Repos.live(client).show(1)
    #expect(urls == ["https://uploads.example.com/releases/1", "https://api.example.com/v3/repos/1"])
    #expect(tokens == [false, true])
  }

  @Test func aKeyThatIsNoServerIsNamedBeforeAnythingIsSent() async throws {
    let client = try client(hosts: ["uploads.example.com": try #require(URL(string: "https://staging.example.com"))])
    for call in [{ try await Uploads.live(client).show(1) }, { try await Repos.live(client).show(1) }] {
      let error = await #expect(throws: APIError.self) { try await call() }
      #expect(error?.localizedMessage.english.contains("“uploads.example.com”") == true)
    }
    #expect(urls.isEmpty)
  }

  @Test func aListedHostGetsTheTokenAndMayBeElsewhere() async throws {
    let url = try #require(URL(string: "https://staging.example.com/uploads/"))
    let client = try client(hosts: ["https://uploads.example.com": url])
    _ = try await Uploads.live(client).show(1)
    #expect(urls == ["https://staging.example.com/uploads/releases/1"])
    #expect(tokens == [true])
    #expect(Uploads.Endpoints.show.host == Origin("https://uploads.example.com"))
    #expect(Repos.Endpoints.show.host == nil)
  }

  @Test func anInsecureHostIsNotCalled() async throws {
    let url = try #require(URL(string: "http://uploads.example.com"))
    let hosts = ["https://uploads.example.com": url]
    let client = try client(hosts: hosts)
    await #expect { _ = try await Uploads.live(client).show(1) } throws: { ($0 as? APIError)?.code == .insecure }
    #expect(urls.isEmpty)
    _ = try await Uploads.live(self.client(hosts: hosts, allowsInsecureHTTP: true)).show(1)
    #expect(urls == ["http://uploads.example.com/releases/1"])
  }

  @Test func aContractWithAHostIsServedLikeAnyOther() async throws {
    let options = ServingOptions(authenticator: ClosureAuthenticator.everybody)
    let transport = Uploads(show: { $0 + 1 }).inMemory(options)
    let client = APIClient(
      InMemoryTransport.url,
      transport: transport,
      credentials: [.bearer: Secret("token")],
      hosts: ["https://uploads.example.com": InMemoryTransport.url]
    )
    #expect(try await Uploads.live(client).show(1) == 2)
  }

  @Test(arguments: [
    "https://a.example.com/path", "ftp://a.example.com", "a.example.com", "https://", "https://a b", "https://u@a",
  ])
  func anOriginIsAnAddressWithoutAPath(text: String) {
    #expect(Origin(text) == nil)
  }
}
