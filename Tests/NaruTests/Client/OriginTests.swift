import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct OriginTests {
  /// Sends every request to another address.
  private struct Redirect: Middleware {
    var scheme: String?
    var authority: String?

    func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
      var request = request
      request.head.scheme = scheme ?? request.head.scheme
      request.head.authority = authority ?? request.head.authority
      return try await next(request)
    }
  }

  private let tokens = Locked<[String?]>([])

  /// Makes a call to an address and returns its error; `nil` is a success.
  private func error(
    _ address: String,
    allowsInsecureHTTP: Bool = false,
    _ middleware: [any Middleware] = []
  ) async throws -> APIError? {
    let transport = ClosureTransport { [tokens] request in
      tokens.withLock { $0.append(request.head.headerFields[.authorization]) }
      return APIResponse(head: HTTPResponse(status: .ok))
    }
    let client = APIClient(
      try #require(URL(string: address)),
      transport: transport,
      middleware: middleware + [BearerAuthentication { Secret("t0ken") }],
      allowsInsecureHTTP: allowsInsecureHTTP
    )
    do throws(APIError) {
      try await client.send(OutgoingCall(Endpoint("Notes", "all", .get, "/notes", auth: .required)))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "https://api.example.com", "HTTPS://API.example.com/v2", "http://127.0.0.1:8080", "http://127.255.0.3",
    "http://localhost", "http://LocalHost:1", "http://books.localhost:1", "http://[::1]:8080", "http://naru.invalid",
    "https://10.0.0.1",
  ])
  func encryptedAndLocalCallsAreSent(address: String) async throws {
    #expect(try await error(address) == nil)
    #expect(tokens.withLock { $0 } == ["Bearer t0ken"])
  }

  @Test(arguments: [
    "http://api.example.com", "HTTP://api.example.com", "http://192.168.0.7:8080", "http://10.0.0.1",
    "http://[fe80::1]",
    "http://127.evil.com", "http://127.0.0.1.evil.com", "http://127.0.0.256", "http://128.0.0.1", "http://127.0.0",
    "http://localhost.evil.com", "http://evil-localhost", "http://[::2]", "http://127.0.0.1@evil.com",
    "http://127.0.0.1:x@evil.com", "http://naru.invalid.evil.com",
  ])
  func unencryptedCallsToOtherMachinesHaveToBeAllowed(address: String) async throws {
    let error = try #require(try await error(address))
    #expect(error.code == .insecure)
    #expect(error.endpoint?.name == "all")
    #expect(
      error.localizedMessage.english.contains("allowsInsecureHTTP")
        && error.localizedMessage.korean.contains("allowsInsecureHTTP")
    )
    #expect(tokens.withLock { $0.isEmpty })
    #expect(try await self.error(address, allowsInsecureHTTP: true) == nil)
  }

  @Test(arguments: ["api.example.com", "localhost:8080", "ftp://h", "file:///etc", "http:///x", "https:", "/v2", "//h"])
  func anInvalidAddressIsNotCalled(address: String) async throws {
    let error = try #require(try await error(address, allowsInsecureHTTP: true))
    #expect(error.code == .encodingFailed)
    #expect(error.message?.english.contains("https://api.example.com") == true)
    #expect(error.message?.korean.contains("https://api.example.com") == true)
    #expect(tokens.withLock { $0.isEmpty })
  }

  @Test(
    arguments: [
      (nil, nil, "Bearer t0ken"), (nil, "h:443", "Bearer t0ken"), ("HTTPS", "H", "Bearer t0ken"),
      (nil, "evil.com", nil),
      (nil, "h:8443", nil), (nil, "sub.h", nil), (nil, "h@evil.com", nil), (nil, "h.", nil), ("http", nil, nil),
      ("http", "h:443", nil),
    ] as [(String?, String?, String?)]
  )
  func theTokenIsSentOnlyToTheClientsServer(scheme: String?, authority: String?, token: String?) async throws {
    let redirect = Redirect(scheme: scheme, authority: authority)
    // An ambiguous address is refused.
    let isRejected = authority?.contains("@") == true
    #expect(
      try await error("https://h", allowsInsecureHTTP: true, [redirect])?.code == (isRejected ? .encodingFailed : nil)
    )
    #expect(tokens.withLock { $0 } == (isRejected ? [] : [token]))
  }

  @Test
  func middlewareCannotMakeACallInsecure() async throws {
    #expect(try await error("https://h", [Redirect(scheme: "http")])?.code == .insecure)
    #expect(tokens.withLock { $0.isEmpty })
  }

  @Test
  func originsAreComparedInNormalForm() {
    #expect(Origin(scheme: "HTTP", authority: "H:80") == Origin(scheme: "http", authority: "h"))
    #expect(Origin(scheme: "https", authority: "h:80") != Origin(scheme: "https", authority: "h"))
    #expect(Origin(scheme: "http", authority: "[::80]") != Origin(scheme: "http", authority: "[:]"))
    #expect(Origin(scheme: nil, authority: "h") == nil)
    #expect(Origin(scheme: "http", authority: "") == nil)
    #expect(Origin(scheme: "https", authority: "h:443")?.description == "https://h")
  }
}
