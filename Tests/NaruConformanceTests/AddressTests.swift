import AsyncHTTPClient
import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServerTests {
  /// What a server receives of addresses and header fields, and what is received of it, byte for byte.
  @Suite(.timeLimit(.minutes(5)))
  struct AddressTests {
    enum Route: CaseIterable {
      case asyncHTTPClient, urlSession

      /// Runs a closure with a transport and a server.
      func run(_ body: (any Transport, FaultServer) async throws -> Void) async throws {
        try await FaultServer.run { server in
          switch self {
          case .urlSession: try await body(URLSessionTransport(), server)
          case .asyncHTTPClient:
            // The system resolves no subdomains of `localhost`.
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            configuration.dnsOverride = ["xn--bj0bj06e.localhost": "127.0.0.1"]
            let client = HTTPClient(configuration: configuration)
            do {
              try await body(AsyncHTTPClientTransport(client), server)
              try await client.shutdown()
            } catch {
              try? await client.shutdown()
              throw error
            }
          }
        }
      }
    }

    @API("/probe")
    struct Fields: Sendable {
      @GET("/pages")
      var pages: @Sendable (_ page: Paged<PageLink>?) async throws -> LinkedPage<Int>

      @GET("/cookies", headers: ["Cookie": "{cookie}"], redirects: true)
      var cookies: @Sendable (_ cookie: Header<[String]>) async throws -> SetCookies

      @PUT("/files/{link...}")
      var upload: @Sendable (_ link: LinkURL, _ theme: Cookie<String>, _ file: Blob) async throws -> Void
    }

    struct SetCookies: ResultWithHeaders {
      var body: [Int]
      var headers: HTTPFields
    }

    /// Appends a cookie and a query of its own to each request.
    private let appending = ChangedRequest { request in
      request.head.headerFields.append(HTTPField(name: .cookie, value: "c=3"))
      request.head.path = (request.head.path ?? "") + "?q=%20|[한]"
    }

    private static let list = Data("[1]".utf8)

    private func api(_ transport: some Transport, _ url: URL, _ middleware: any Middleware...) -> Fields {
      .live(APIClient(url, transport: transport, middleware: middleware))
    }

    /// The lines of the last request's head.
    private func lines(_ server: FaultServer) -> [String] {
      server.requests.last?.split(whereSeparator: \.isNewline).map(String.init) ?? []
    }

    @Test(arguments: Route.allCases)
    func aPresignedAddressIsSentAsItIs(over route: Route) async throws {
      try await route.run { transport, server async throws in
        let elsewhere = try #require(URL(string: "https://api.example.com/v1"))
        let target = "/a%2Fb/%7e;v=1/%ED%95%9C.png?X-Amz-Signature=5e%2b&p=a+b%20c&empty=&flag"
        try await server.play([.readHead, .readBody, .response(body: Data())])
        let link = LinkURL("\(server.url)\(target)")
        try await api(transport, elsewhere).upload(link, "dark", Blob(Data("png".utf8), contentType: "image/png"))
        let lines = lines(server)
        #expect(lines.first == "PUT \(target) HTTP/1.1")
        #expect(lines.contains { $0.lowercased() == "cookie: theme=dark" })
        #expect(lines.contains { $0.lowercased() == "content-type: image/png" })
      }
    }

    @Test(arguments: Route.allCases)
    func aLinkIsSentAsTheServerWroteIt(over route: Route) async throws {
      try await route.run { transport, server async throws in
        let api = api(transport, server.url)
        try await server.play([
          .readHead, .readBody,
          .response(fields: ["Link: <?q=%ED%95%9C|한&page[number]=2&p=100%>; rel=next"], body: Self.list),
        ])
        let link = try #require(try await api.pages(nil).next)
        try await server.play([.readHead, .readBody, .response(body: Self.list)])
        #expect(try await api.pages(link).elements == [1])
        let query = "q=%ED%95%9C%7C%ED%95%9C&page%5Bnumber%5D=2&p=100%25"
        #expect(lines(server).first == "GET /probe/pages?\(query) HTTP/1.1")
      }
    }

    @Test(arguments: Route.allCases)
    func theAddressOfARedirectIsSentAsTheServerWroteIt(over route: Route) async throws {
      try await route.run { transport, server async throws in
        try await server.play([
          .readHead, .readBody, .response("302 Found", fields: ["Location: /한/%20[x]?q=%ED%95%9C|"]),
        ])
        _ = try await failure { _ = try await self.api(transport, server.url).cookies(["a=1"]) }
        #expect(lines(server).first == "GET /%ED%95%9C/%20%5Bx%5D?q=%ED%95%9C%7C HTTP/1.1")
      }
    }

    @Test(arguments: Route.allCases, ["한글", "xn--bj0bj06e", "XN--BJ0BJ06E", "%ED%95%9C%EA%B8%80"])
    func aKoreanHostIsCalledInASCII(over route: Route, name: String) async throws {
      try await route.run { transport, server async throws in
        try await server.play([.readHead, .readBody, .response(body: Self.list)])
        let port = try #require(server.url.port)
        let url = try #require(URL(string: "http://\(name).localhost:\(port)"))
        #expect(try await self.api(transport, url).pages(nil).elements == [1])
        #expect(
          lines(server).contains { $0.lowercased() == "host: xn--bj0bj06e.localhost:\(port)" },
          "\(lines(server))"
        )
      }
    }

    @Test(arguments: Route.allCases)
    func severalCookiesAreSentInOneField(over route: Route) async throws {
      try await route.run { transport, server async throws in
        try await server.play([.readHead, .readBody, .response(body: Self.list)])
        _ = try await self.api(transport, server.url, appending).cookies(["a=1", "b=2"])
        #expect(lines(server).filter { $0.lowercased().hasPrefix("cookie:") } == ["Cookie: a=1; b=2; c=3"])
        #expect(lines(server).first == "GET /probe/cookies?q=%20%7C%5B%ED%95%9C%5D HTTP/1.1")
      }
    }

    @Test(arguments: Route.allCases)
    func eachCookieOfAResponseIsKept(over route: Route) async throws {
      let cookies = [
        "a=1; Expires=Wed, 04 Mar 2026 09:30:00 GMT; Path=/", "b=2", "c=x==; HttpOnly",
        "d=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "__Host-e=한",
      ]
      try await route.run { transport, server async throws in
        try await server.play([
          .readHead, .readBody, .response(fields: cookies.map { "Set-Cookie: \($0)" }, body: Self.list),
        ])
        #expect(try await self.api(transport, server.url).cookies(["a=1"]).headers[values: .setCookie] == cookies)
      }
    }

    @Test(arguments: Route.allCases)
    func aRequestNamesItsProgram(over route: Route) async throws {
      try await route.run { transport, server async throws in
        try await server.play([.readHead, .readBody, .response(body: Self.list)])
        func agents() -> [String] { lines(server).filter { $0.lowercased().hasPrefix("user-agent:") } }
        let api = self.api(transport, server.url)
        _ = try await api.pages(nil)
        #expect(agents().count == 1 && agents()[0].count > "User-Agent: ".count, "\(agents())")
        _ = try await withCallOptions(headers: [.userAgent: "Books/3.1"]) { try await api.pages(nil) }
        #expect(agents() == ["User-Agent: Books/3.1"])
      }
    }
  }
}
