import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Calls to an address that is known only at run time.
struct LinkURLTests {
  @Payload
  struct Slot: Sendable, Equatable {
    var link: LinkURL
  }

  @API("/v1", auth: .required, security: [.bearer, .apiKey(header: "X-Key")])
  struct Pictures: Sendable {
    @POST("/pictures")
    var create: @Sendable (_ name: String) async throws -> Slot

    @PUT("/pictures/{link...}", headers: ["X-Amz-Acl": "private"], redirects: true)
    var upload: @Sendable (_ link: LinkURL, _ md5: Header<String?>, _ picture: Blob) async throws -> Void

    @GET("/pictures/{link...}")
    var picture: @Sendable (_ link: LinkURL) async throws -> Blob
  }

  private let everyone = ChangedRequest { request in
    request.head.headerFields[.cookie] = "user=7"
    request.head.headerFields[.userAgent] = "me"
  }

  private let sent = Locked<[APIRequest]>([])
  private static let presigned = "https://bucket.s3.amazonaws.com/a%2Fb/%7e/../나 루.png?X-Amz-Signature=5e1f&x=a+b%20c"

  private func api(_ transport: any Transport = ClosureTransport.status(204), insecure: Bool = false) throws -> Pictures
  {
    let recorded = transport.watched { [sent] request in sent.withLock { $0.append(request) } }
    let url = try #require(URL(string: insecure ? "http://10.0.0.2:8080/base" : "https://api.example.com/base"))
    return .live(
      APIClient(
        url,
        transport: recorded,
        middleware: [BearerAuthentication { Secret("token") }, everyone],
        allowsInsecureHTTP: insecure,
        credentials: [.apiKey(header: "X-Key"): Secret("key")],
        hosts: ["https://listed.example.com": url],
        release: "1.4.0"
      )
    )
  }

  private var last: APIRequest? { sent.withLock { $0.last } }

  private func upload(_ link: String, to api: Pictures) async throws {
    try await withCallOptions(headers: [.acceptLanguage: "ko"], idempotencyKey: "once", ifMatch: EntityTag("\"1\"")) {
      try await api.upload(link: LinkURL(link), md5: "Q2h", picture: Blob(Data("png".utf8), contentType: "image/png"))
    }
  }

  @Test func anotherServerGetsTheAddressAndWhatTheEndpointDeclares() async throws {
    try await upload(Self.presigned, to: api())
    let request = try #require(last)
    #expect(request.head.method == .put && request.head.authority == "bucket.s3.amazonaws.com")
    #expect(request.head.path == "/a%2Fb/%7e/../%EB%82%98%20%EB%A3%A8.png?X-Amz-Signature=5e1f&x=a+b%20c")
    let names = Set(request.head.headerFields.map { $0.name.canonicalName })
    #expect(names == ["accept", "content-type", "md5", "x-amz-acl"])
    #expect(request.head.headerFields[.contentType] == "image/png")
    #expect(try await request.content.collect(upTo: 100) == Data("png".utf8))
  }

  @Test(arguments: ["https://api.example.com/v2/a?s=1", "/v2/a?s=1", " https://API.example.com:443/v2/a?s=1#part "])
  func theEndpointsServerGetsItsCredentials(link: String) async throws {
    try await upload(link, to: api())
    #expect(last?.head.path == "/v2/a?s=1" && last?.head.authority == "api.example.com")
    let fields = try #require(last?.head.headerFields)
    #expect(fields[.authorization] == "Bearer token" && fields[.acceptLanguage] == "ko")
    #expect(fields.contains { $0.name.canonicalName == "naru-release" })
  }

  @Test(
    arguments: [
      ("http://bucket.example.com/a", APIError.Code.insecure), ("http://10.0.0.3/a", .insecure),
      ("ftp://h/a", .encodingFailed),
      ("https://user:password@h/a", .encodingFailed), ("a/b", .encodingFailed), ("", .encodingFailed),
      ("//h/a", .encodingFailed), ("https://", .encodingFailed),
    ]
  )
  func nothingIsSentElsewhere(link: String, code: APIError.Code) async throws {
    for api in [try api(), try api(insecure: true)] {
      let error = await #expect(throws: APIError.self) { try await upload(link, to: api) }
      #expect(error?.code == code && sent.withLock { $0.isEmpty })
    }
  }

  @Test func theServerOfALocalNetworkIsTheOnlyOneWithoutHTTPS() async throws {
    try await upload("http://10.0.0.2:8080/a", to: api(insecure: true))
    #expect(last?.head.authority == "10.0.0.2:8080")
    try await upload("http://127.0.0.1:9000/a", to: api())
    #expect(last?.head.authority == "127.0.0.1:9000" && last?.head.headerFields[.authorization] == nil)
  }

  @Test func aRedirectWithinTheLinksServerIsFollowed() async throws {
    for location in ["/b?t=2", "https://elsewhere.example.com/b"] {
      let api = try api(
        ClosureTransport { request in
          let isFirst = request.head.path?.hasPrefix("/a") ?? false
          let head = HTTPResponse(
            status: isFirst ? .temporaryRedirect : .noContent,
            headerFields: isFirst ? [.location: location] : [:]
          )
          return APIResponse(head: head)
        }
      )
      if location.hasPrefix("/") {
        try await upload("https://cdn.example.com/a", to: api)
        #expect(last?.head.path == "/b?t=2" && last?.head.headerFields[.cookie] == nil)
      } else {
        await #expect(throws: APIError.self) { try await upload("https://cdn.example.com/a", to: api) }
        #expect(last?.head.authority == "cdn.example.com")
      }
    }
  }

  @Test func noErrorHasTheQuery() async throws {
    let api = try api(ClosureTransport.status(403))
    let error = await #expect(throws: APIError.self) { try await upload(Self.presigned, to: api) }
    let texts = [
      "\(try #require(error))", error?.curl ?? "", "\(LinkURL(Self.presigned))",
      String(reflecting: LinkURL(Self.presigned)),
    ]
    for text in texts {
      #expect(text.contains("X-Amz-Signature=") && !text.contains("5e1f") && !text.contains("b%20c"), "\(text)")
    }
    var mirror = ""
    dump(LinkURL(Self.presigned), to: &mirror)
    #expect(!mirror.contains("5e1f"))
  }

  @Test func aRecordedAddressHasNoSignature() {
    let body = Data(#"{"link":"https://h/a?Expires=1&sig=5e1f&X-Amz-Signature=5e1f","text":"a://b"}"#.utf8)
    #expect(
      Redaction().json(body)
        == #"{"link":"https://h/a?Expires=1&sig=redacted&X-Amz-Signature=redacted","text":"a://b"}"#
    )
    #expect(Redaction().target("/a/b?Expires=1&x", of: Pictures.Endpoints.picture) == "/a/b?Expires=0&x")
  }

  @Test func aHandlerGetsTheAddress() async throws {
    let links = Locked<[String]>([])
    var served = Pictures.unimplemented
    served.create = { Slot(link: LinkURL("/base/v1/pictures/\($0)?signature=1")) }
    served.picture = { link in
      links.withLock { $0.append(link.text) }
      return Blob(Data((link["signature"] ?? "").utf8))
    }
    let server = served.inMemory(ServingOptions(authenticator: ClosureAuthenticator.everybody))
    let api = Pictures.live(over: server, middleware: [BearerAuthentication { Secret("token") }])
    let slot = Slot(link: LinkURL("/v1/pictures/a/b?signature=1"))
    #expect(try await api.picture(link: slot.link).collect(upTo: 100) == Data("1".utf8))
    #expect(try await api.create("c") == Slot(link: LinkURL("/base/v1/pictures/c?signature=1")))
    // Another server needs a token of its own.
    let elsewhere = await #expect(throws: APIError.self) { try await api.picture(LinkURL("https://h/x?signature=2")) }
    #expect(elsewhere?.status == .unauthorized)
    #expect(links.withLock { $0 } == ["/v1/pictures/a/b?signature=1"])
  }

  @API("/v1")
  struct Bucket: Sendable {
    @GET("/{link...}")
    var file: @Sendable (_ link: LinkURL) async throws -> String
  }

  @Test func aLinkToAnotherServerReachesTheHandlerInMemory() async throws {
    let api = Bucket.overHTTP(Bucket(file: { $0.text }))
    #expect(try await api.file(LinkURL("https://h/x?signature=2")) == "https://h/x?signature=2")
    #expect(try await api.file(LinkURL("/v1/x?signature=2")) == "/v1/x?signature=2")
  }
}
