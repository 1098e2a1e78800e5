import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct OriginTests {
  /// Sends every request to another address.
  private func redirect(scheme: String? = nil, authority: String? = nil) -> ChangedRequest {
    ChangedRequest { request in
      request.head.scheme = scheme ?? request.head.scheme
      request.head.authority = authority ?? request.head.authority
    }
  }

  private let tokens = Locked<[String?]>([])

  /// Makes a call to an address and returns its error; `nil` is a success.
  private func error(
    _ address: String,
    allowsInsecureHTTP: Bool = false,
    _ middleware: [any Middleware] = []
  ) async throws -> APIError? {
    let transport = ClosureTransport.status(200)
      .watched { [tokens] request in tokens.withLock { $0.append(request.head.headerFields[.authorization]) } }
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
    "http://localhost.evil.com", "http://evil-localhost", "http://[::2]", "http://naru.invalid.evil.com",
    "http://로컬.kr",
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
      "https://me:secret@api.example.com", "https://secret@api.example.com", "https://:secret@h", "https://me:@secret",
      "http://127.0.0.1@secret.com", "http://127.0.0.1:x@secret.com", "https://@secret", "https://me:secret@한글.kr",
    ]
  )
  func anAddressWithAUserOrAPasswordIsNotCalled(address: String) async throws {
    for allowsInsecureHTTP in [true, false] {
      let error = try #require(try await error(address, allowsInsecureHTTP: allowsInsecureHTTP))
      #expect(error.code == .encodingFailed)
      let sentence = error.localizedMessage
      #expect(sentence.english.contains("credentials") && sentence.korean.contains("credentials"))
      #expect(!"\(error)\(sentence.korean)".contains("secret"))
    }
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
    let redirect = redirect(scheme: scheme, authority: authority)
    // An ambiguous address is refused.
    let isRejected = authority?.contains("@") == true
    #expect(
      try await error("https://h", allowsInsecureHTTP: true, [redirect])?.code == (isRejected ? .encodingFailed : nil)
    )
    #expect(tokens.withLock { $0 } == (isRejected ? [] : [token]))
  }

  @Test func middlewareCannotMakeACallInsecure() async throws {
    #expect(try await error("https://h", [redirect(scheme: "http")])?.code == .insecure)
    #expect(tokens.withLock { $0.isEmpty })
  }

  @Test func originsAreComparedInNormalForm() {
    #expect(Origin(scheme: "HTTP", authority: "H:80") == Origin(scheme: "http", authority: "h"))
    #expect(Origin(scheme: "https", authority: "h:80") != Origin(scheme: "https", authority: "h"))
    #expect(Origin(scheme: "http", authority: "[::80]") != Origin(scheme: "http", authority: "[:]"))
    #expect(Origin(scheme: nil, authority: "h") == nil)
    #expect(Origin(scheme: "http", authority: "") == nil)
    #expect(Origin(scheme: "https", authority: "h:443")?.description == "https://h")
  }

  /// Makes a call to an address, and returns the scheme, the host and the port that it goes to.
  private func called(_ address: String) async throws -> String {
    let sent = Locked("")
    let transport = ClosureTransport { request in
      #expect(request.isAtOrigin)
      sent.withLock { $0 = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")" }
      return APIResponse(head: HTTPResponse(status: .ok))
    }
    let client = APIClient(try #require(URL(string: address)), transport: transport)
    try await client.send(OutgoingCall(Endpoint("Notes", "all", .get, "/notes")))
    return sent.withLock { $0 }
  }

  @Test(
    arguments: [
      ("https://한글.kr", "https://xn--bj0bj06e.kr/notes"),
      ("https://xn--bj0bj06e.kr", "https://xn--bj0bj06e.kr/notes"),
      ("https://XN--BJ0BJ06E.KR", "https://xn--bj0bj06e.kr/notes"),
      ("https://%ED%95%9C%EA%B8%80.kr", "https://xn--bj0bj06e.kr/notes"),
      ("https://\("한글.kr".decomposedStringWithCanonicalMapping)", "https://xn--bj0bj06e.kr/notes"),
      ("https://API.한글.한국:8443/v2/", "https://api.xn--bj0bj06e.xn--3e0b707e:8443/v2/notes"),
      ("https://한글。kr", "https://xn--bj0bj06e.kr/notes"), ("https://한글．kr｡", "https://xn--bj0bj06e.kr./notes"),
      ("https://BÜCHER.example", "https://xn--bcher-kva.example/notes"),
      ("https://☃.net:443", "https://xn--n3h.net/notes"),
      ("https://ＡＰＩ.example", "https://api.example/notes"),
      ("https://my_service:80/%ED%95%9C", "https://my_service:80/%ED%95%9C/notes"),
      ("https://[FE80::1%25en0]:8443", "https://[fe80::1%25en0]:8443/notes"),
    ]
  )
  func aHostNameIsSentInASCII(address: String, called: String) async throws {
    #expect(try await self.called(address) == called)
  }

  @Test(
    arguments: [
      "https://한글.kr", "https://xn--bj0bj06e.kr", "https://XN--bj0bj06e.KR:443", "https://한글。kr",
      "https://%ed%95%9c%EA%B8%80.kr:0443",
    ]
  )
  func theFormsOfAHostNameAreOneOrigin(address: String) throws {
    let origin = try #require(Origin(address))
    #expect(origin == Origin("https://한글.KR") && origin.description == "https://xn--bj0bj06e.kr")
  }

  @Test(
    arguments: [
      "https://", "https://.kr", "https://a..kr", "https://한..kr", "https://-한.kr", "https://한-.kr", "https://a b",
      "https://한 글.kr",
      "https://\(String(repeating: "한", count: 60)).kr", "https://\(String(repeating: "a", count: 64)).kr",
      "https://a|b.kr",
      "https://한@글.kr", "https://a%2Fb.kr", "https://한%40글.kr", "https://a%zz.kr", "https://h:", "https://h:x",
      "https://h:+1",
      "https://h:65536", "https://[::1", "https://::1", "https://[::1]x", "https://[x::]", "https://[12]",
      "https://a\\b.kr", "https://\u{200D}.kr",
    ]
  )
  func anInvalidHostIsNoOrigin(address: String) {
    // An empty port stands for the scheme's own.
    #expect((Origin(address) == nil) == (address != "https://h:"), "\(String(describing: Origin(address)))")
  }
}
