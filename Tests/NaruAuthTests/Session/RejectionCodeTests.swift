import Foundation
import HTTPTypes
import Naru
import NaruAuth
import TestSupport
import Testing

/// Rejections of a credential that the server reports with a code, whatever the status.
struct RejectionCodeTests {
  private enum Wrapped: EnvelopeFormat {
    static let json = JSONCoding()
    static var endedSessionCodes: Set<String> { ["SIGNED_IN_ELSEWHERE"] }
  }

  @API("/api", format: Wrapped.self, auth: .required)
  struct Diary: Sendable {
    @GET("/today") var today: @Sendable () async throws -> String
    @GET("/feed", auth: .optional) var feed: @Sendable () async throws -> String
    @PUT("/today") var write: @Sendable () async throws -> Void
  }

  /// A server that answers the first token with a code, and every other one with a success.
  private struct Server {
    let diary: Diary
    let session: Session
    let tokens = Locked<[String?]>([])

    init(_ code: String, status: Int, alsoRejects second: Bool = false) async throws {
      let backend = Backend()
      session = Session(store: MemoryTokenStore(), refresher: backend)
      try await session.signIn { backend.credential }
      let transport = ClosureTransport { [tokens] request in
        let token = request.head.headerFields[.authorization]
        tokens.withLock { $0.append(token) }
        let rejected = second ? ["Bearer access-1", "Bearer access-2"] : ["Bearer access-1"]
        guard let token, rejected.contains(token) else {
          return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"{"success":true,"data":"hello"}"#.utf8))
        }
        return APIResponse(
          head: HTTPResponse(status: .init(code: status)),
          body: Data(#"{"success":false,"message":"다른 기기에서 로그인했습니다.","data":null,"error":"\#(code)"}"#.utf8)
        )
      }
      diary = .live(APIClient(InMemoryTransport.url, transport: transport, middleware: [Authentication(session)]))
    }

    var sent: [String?] { tokens.withLock { $0 } }
  }

  @Test(arguments: [200, 400, 403, 419], ["TOKEN_EXPIRED", "invalid_token"])
  func anExpiredTokenWithAnyStatusIsRenewedAndTheCallIsSentAgain(status: Int, code: String) async throws {
    let server = try await Server(code, status: status)
    #expect(try await server.diary.today() == "hello")
    #expect(server.sent == ["Bearer access-1", "Bearer access-2"])
    try await server.diary.write()
    #expect(server.sent.count == 3)
  }

  @Test(arguments: [200, 401, 403])
  func anEndedSessionEndsWithTheServersMessage(status: Int) async throws {
    let server = try await Server("SIGNED_IN_ELSEWHERE", status: status)
    let error = try await #require(throws: APIError.self) { try await server.diary.today() }
    #expect(error.code == .unauthorized)
    #expect(error.localizedMessage == "다른 기기에서 로그인했습니다.")
    #expect(await server.session.state == .signedOut(.ended("다른 기기에서 로그인했습니다.")))
    #expect(server.sent == ["Bearer access-1"])
  }

  @Test func anEndedSessionLeavesPublicCallsPublic() async throws {
    let server = try await Server("SIGNED_IN_ELSEWHERE", status: 200)
    #expect(try await server.diary.feed() == "hello")
    #expect(server.sent == ["Bearer access-1", nil])
  }

  @Test func aTokenThatStaysExpiredIsRenewedOnce() async throws {
    let server = try await Server("TOKEN_EXPIRED", status: 200, alsoRejects: true)
    #expect(await code { _ = try await server.diary.today() } == .unauthorized)
    #expect(server.sent == ["Bearer access-1", "Bearer access-2"])
    #expect(await server.session.state == .signedIn)
  }

  private static let page = "<html><body>Sign in to Cafe Wi-Fi</body></html>"

  private enum Plain: CodeMessageFormat { static let json = JSONCoding() }

  @API("", format: Plain.self)
  struct Tokens: Sendable {
    @POST("/token") var renew: @Sendable () async throws -> String
  }

  @Test(arguments: [
    (401, page, "text/html", true), (401, "<script>x</script>", nil, true), (200, page, "text/html", true),
    (403, page, "text/html", true), (400, page, "text/html", true), (401, "{}", "application/json", false),
    (401, "", nil, false), (400, #"{"error":"invalid_grant"}"#, nil, false),
    (400, #"{"error":"invalid_grant","error_description":"Used."}"#, nil, false),
    (400, #"{"error":"invalid_grant","error_description":"Used.","error_code":"KOE322"}"#, nil, false),
    (400, #"{"error":{"code":400,"message":"TOKEN_EXPIRED","status":"INVALID_ARGUMENT"}}"#, nil, false),
    (400, #"{"__type":"NotAuthorizedException","message":"Revoked."}"#, nil, false),
    (400, #"{"status":400,"message":"Invalid refresh token"}"#, nil, false),
    (200, #"{"error":"bad_refresh_token","error_description":"Used."}"#, "application/json", false),
  ])
  func aPageInsteadOfARenewalEndsNoSession(status: Int, body: String, type: String?, stays: Bool) async throws {
    let transport = ClosureTransport { _ in
      var head = HTTPResponse(status: .init(code: status))
      head.headerFields[.contentType] = type
      return APIResponse(head: head, body: Data(body.utf8))
    }
    let session = Session(store: MemoryTokenStore()) { _ in
      Credential(accessToken: Secret(try await Tokens.live(over: transport).renew()))
    }
    try await session.signIn { Credential(accessToken: Secret("old"), refreshToken: Secret("r")) }
    let rejecting = ClosureTransport.status(401, "{}")
    let thrown = await code {
      _ = try await Diary.live(over: rejecting, middleware: [Authentication(session)]).today()
    }
    #expect(thrown == (stays ? .unreachable : .unauthorized))
    #expect(await (session.state == .signedIn) == stays)
  }

  @Test func aPageEndsNoSessionThatCannotBeRenewed() async throws {
    let session = Session(store: MemoryTokenStore(), refresher: nil)
    try await session.signIn { Credential(accessToken: Secret("old")) }
    for (body, stays) in [(Self.page, true), ("{}", false)] {
      let api = Diary.live(over: ClosureTransport.status(401, body), middleware: [Authentication(session)])
      await #expect(throws: APIError.self) { try await api.today() }
      #expect(await (session.state == .signedIn) == stays)
    }
  }

  @Test func otherCodesDoNotRenew() async throws {
    let server = try await Server("NOT_YOURS", status: 200)
    #expect(await code { _ = try await server.diary.today() } == .invalidRequest)
    #expect(server.sent == ["Bearer access-1"])
  }
}
