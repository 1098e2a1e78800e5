import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Callers of an application's own type, found in the head of a request.
struct RequestAuthenticatorTests {
  struct Member: Hashable, Sendable {
    var id: Int
    var tenant: String
    var roles: Set<String>
  }

  /// An API key in a header field, or a session in a cookie.
  struct Keys: RequestAuthenticator {
    struct Broken: Error {}

    var challenge: String { "ApiKey" }

    func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Member? {
      let key = HTTPField.Name("X-API-Key").flatMap { head.headerFields[$0] }
      let cookie = head.headerFields[.cookie]?.split(separator: "=").last.map(String.init)
      switch key ?? cookie {
      case nil: return nil
      case "admin": return Member(id: 1, tenant: "a", roles: ["admin", endpoint.name])
      case "broken": throw Broken()
      case "blocked": throw APIError(.forbidden, "이 키는 정지되었습니다.")
      default: throw APIError(.unauthorized, "없는 키입니다.")
      }
    }
  }

  struct Answer: Codable, Sendable, Equatable { var text: String }

  @API("/desk", auth: .required)
  struct Desk: Sendable {
    @GET("/me")
    var me: @Sendable () async throws -> Answer

    @GET("/hello", auth: .optional)
    var hello: @Sendable () async throws -> Answer

    @GET("/open", auth: .none)
    var open: @Sendable () async throws -> Answer
  }

  private func ask(
    _ path: String,
    _ fields: HTTPFields = [:],
    _ authenticator: (any RequestAuthenticator)? = Keys()
  ) async throws -> (status: Int, text: String, challenge: String?) {
    let options = ServingOptions(authenticator: authenticator)
    let transport = InMemoryTransport().mounting(Desk.self, options: options) { caller in
      var desk = Desk.unimplemented
      desk.me = {
        let member = try caller.require(Member.self)
        return Answer(text: "\(member.id) \(member.tenant) \(member.roles.sorted())")
      }
      desk.hello = { Answer(text: caller.identity(as: Member.self)?.tenant ?? "nobody") }
      desk.open = { Answer(text: caller.identity(as: Member.self)?.tenant ?? "nobody") }
      return desk
    }
    let response = try await transport.send(.get, "/desk/\(path)", fields)
    return (response.head.status.code, response.text, response.head.headerFields[.wwwAuthenticate])
  }

  private func key(_ key: String) throws -> HTTPFields {
    [try #require(HTTPField.Name("X-API-Key")): key]
  }

  @Test
  func aHandlerGetsTheApplicationsOwnCaller() async throws {
    let answer = try await ask("me", key("admin"))
    #expect(answer.status == 200)
    #expect(answer.text.contains("1 a") && answer.text.contains("me"), "\(answer.text)")
    #expect(try await ask("me", [.cookie: "sid=admin"]).status == 200)
    #expect(try await ask("hello", key("admin")).text.contains("\"a\""))
  }

  @Test
  func aRequestWithoutCredentialIsRejectedOnlyIfOneIsRequired() async throws {
    let answer = try await ask("me")
    #expect(answer.status == 401)
    #expect(answer.challenge == "ApiKey")
    #expect(try await ask("hello").text.contains("nobody"))
  }

  @Test
  func theAuthenticatorDecidesHowACredentialIsRejected() async throws {
    let unknown = try await ask("hello", key("x"))
    #expect(unknown.status == 401)
    #expect(unknown.challenge == "ApiKey")
    #expect(unknown.text.contains("없는 키입니다."))
    let blocked = try await ask("me", key("blocked"))
    #expect(blocked.status == 403)
    #expect(blocked.text.contains("정지"))
    #expect(try await ask("me", key("broken")).status == 500)
  }

  @Test
  func anEndpointWithoutAuthenticationAsksNoOne() async throws {
    #expect(try await ask("open", key("admin")).text.contains("nobody"))
    #expect(try await ask("open", key("broken")).status == 200)
  }

  @Test
  func aServerWithoutAuthenticatorRejectsWhatNeedsOne() async throws {
    #expect(try await ask("me", [:], nil).challenge == "Bearer")
    #expect(try await ask("hello", [.authorization: "Bearer x"], nil).challenge == "Bearer error=\"invalid_token\"")
    #expect(try await ask("hello", [:], nil).status == 200)
  }

  @Test
  func callersAreEqualIfTheirIdentitiesAre() {
    let member = Member(id: 1, tenant: "a", roles: [])
    #expect(Caller(identity: member) == Caller(identity: member))
    #expect(Caller(identity: member) != Caller(identity: Member(id: 2, tenant: "a", roles: [])))
    #expect(Caller(identity: member) != .anonymous)
    #expect(Set([Caller(identity: member), Caller(identity: member)]).count == 1)
    let user = Caller.User(id: UUID())
    #expect(Caller(identity: user) == Caller(user: user))
    #expect(Caller(user: user).identity(as: Caller.User.self) == user)
    #expect(Caller(user: user).identity(as: Member.self) == nil)
  }
}
