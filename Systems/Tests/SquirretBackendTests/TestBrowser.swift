import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Naru
import NaruServer
import Squirret
import SquirretBackend
import SquirretStandIns
import Support
import Testing

/// A browser without a window. It keeps cookies and follows redirects within this server.
final class TestBrowser: Sendable {
  static let verifier = String(repeating: "v", count: 43)
  static let challenge = PKCE.challenge(for: verifier)

  private let fixture: Fixture
  private let cookies = Locked<[String: String]>([:])

  init(_ fixture: Fixture) {
    self.fixture = fixture
  }

  var router: Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    fixture.identity.addRoutes(to: router)
    fixture.standIns.addRoutes(to: router, for: fixture.identity)
    router.mount(fixture.identity.accounts)
    return router
  }

  struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: String

    var location: Address? { headers[.location].map { Address(text: $0) } }
  }

  /// The address of a redirect.
  struct Address: Sendable {
    let text: String

    subscript(name: String) -> String? {
      URLComponents(string: text)?.queryItems?.first { $0.name == name }?.value
    }

    func require(_ name: String) throws -> String { try #require(self[name], "\(text)") }
  }

  func send(
    _ method: HTTPRequest.Method = .get,
    _ address: String,
    form: [(name: String, value: String)] = [],
    json: String? = nil,
    text: String? = nil,
    headers: HTTPFields = [:],
    withCookies: Bool = true
  ) async throws -> Answer {
    var headers = headers
    if json != nil { headers[.contentType] = "application/json" }
    if withCookies {
      headers[.cookie] = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
    }
    headers[.userAgent] = "Test 1.0"
    let target = address.replacingOccurrences(of: "http://localhost", with: "")
    let body = text ?? json ?? QueryString.encode(form)
    let response = try await Application(router: router).test(.router) { [headers] client in
      try await client.execute(uri: target, method: method, headers: headers, body: ByteBuffer(string: body))
    }
    for field in response.headers[values: .setCookie] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { cookies.withLock { $0[pair[0]] = pair[1] } }
    }
    return Answer(status: response.status, headers: response.headers, body: String(buffer: response.body))
  }

  /// Returns the address at which an app begins.
  static func start(
    _ provider: SignInProvider,
    redirect: String? = nil,
    challenge: String? = nil,
    state: String? = "app-state"
  ) -> String {
    var items: [(name: String, value: String)] = []
    if let redirect { items.append(("redirect_uri", redirect)) }
    if let challenge { items += [("code_challenge", challenge), ("code_challenge_method", "S256")] }
    if let state { items.append(("state", state)) }
    return "/oauth2/authorization/\(provider.pathName)?\(QueryString.encode(items))"
  }

  /// Begins a sign-in and returns the address of the provider's page.
  func begin(_ provider: SignInProvider) async throws -> Address {
    let answer = try await send(.get, Self.start(provider, challenge: Self.challenge))
    return try #require(answer.location, "\(answer.body)")
  }

  /// Comes back from a provider's page with a made-up code.
  func come(with code: String, from page: Address, _ provider: SignInProvider) async throws -> Address {
    let items = [(name: "code", value: code), (name: "state", value: try page.require("state"))]
    return try #require(try await come(back: "/login/oauth2/code/\(provider.pathName)", items, provider).location)
  }

  /// Fills in the stand-in's page.
  ///
  /// Returns the address and parameters with which the provider sends the browser back.
  func decide(
    _ page: Address,
    _ name: String,
    decision: String = "approve",
    fault: String = "none"
  ) async throws -> (target: String, items: [(name: String, value: String)]) {
    let shown = try await send(.get, page.text)
    #expect(shown.status == .ok)
    var form = Self.inputs(shown.body)
    form += [("name", name), ("decision", decision), ("fault", fault)]
    let target = try #require(shown.body.firstMatch(of: /action="([^"]+)"/)).1
    let decided = try await send(.post, String(target), form: form)
    if let location = decided.location {
      let components = try #require(URLComponents(string: location.text))
      return (components.path, components.queryItems?.map { ($0.name, $0.value ?? "") } ?? [])
    }
    // Apple makes the browser post a form.
    let action = try #require(decided.body.firstMatch(of: /action="([^"]+)"/)).1
    return (try #require(URLComponents(string: String(action))).path, Self.inputs(decided.body))
  }

  /// Signs in and returns the address with which the browser comes back to the app.
  func signIn(
    _ name: String,
    with provider: SignInProvider,
    redirect: String? = nil,
    challenge: String? = nil,
    decision: String = "approve",
    fault: String = "none"
  ) async throws -> Address {
    let begun = try await send(.get, Self.start(provider, redirect: redirect, challenge: challenge))
    let page = try #require(begun.location, "\(begun.body)")
    let (target, items) = try await decide(page, name, decision: decision, fault: fault)
    let back = try await come(back: target, items, provider)
    return try #require(back.location, "\(back.status) \(back.body)")
  }

  /// Comes back from a provider, with a form from Apple and a query from the others.
  func come(
    back target: String,
    _ items: [(name: String, value: String)],
    _ provider: SignInProvider,
    withCookies: Bool = true
  ) async throws -> Answer {
    if provider == .apple { return try await send(.post, target, form: items, withCookies: withCookies) }
    return try await send(.get, "\(target)?\(QueryString.encode(items))", withCookies: withCookies)
  }

  private static func inputs(_ html: String) -> [(name: String, value: String)] {
    html.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map { match in
      let value = String(match.2).replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(
        of: "&amp;",
        with: "&"
      )
      return (String(match.1), value)
    }
  }
}
