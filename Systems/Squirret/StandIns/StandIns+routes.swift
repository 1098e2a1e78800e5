import Crypto
import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
import Naru
import Squirret
public import SquirretBackend
import Support

extension StandIns {
  /// Adds the pages on which a user picks a name and approves or rejects: `/stand-in/{provider}`. The browser is sent back only
  /// to the callbacks of the sign-in.
  public func addRoutes<Context: RequestContext>(to router: Router<Context>, for identity: Identity) {
    router.get("/stand-in/:provider") { request, context in
      let query = (request.head.path ?? "/").splitTarget.query ?? ""
      let fields = try fields(query)
      let provider = try checked(context.parameters.require("provider"), fields, request, identity)
      let token = request.headers.token(inCookie: Self.cookieName) ?? Randomness.text()
      var response = Self.html(StandInPage.choice(provider, fields, token: token))
      response.headers[.setCookie] = "\(Self.cookieName)=\(token); Path=/stand-in; HttpOnly; SameSite=Strict"
      return response
    }
    router.post("/stand-in/:provider") { request, context in
      let body = try await request.body.collect(upTo: 64 << 10)
      let fields = try fields(String(buffer: body)[...])
      let provider = try checked(context.parameters.require("provider"), fields, request, identity)
      // Another site can post the form, but it knows no token and sends no cookie.
      guard let token = request.headers.token(inCookie: Self.cookieName), let posted = fields[StandInPage.token],
        isEqualInConstantTime(token, posted)
      else { throw HTTPError(.forbidden, message: "이 페이지에서 연 양식이 아닙니다. 앱에서 다시 로그인해 주세요.") }
      return decide(provider, fields)
    }
  }

  /// The cookie with the token, which only the page of this server sets.
  private static let cookieName = "naru-stand-in"

  private func fields(_ encoded: Substring) throws -> [String: String] {
    do {
      return Dictionary(try QueryString.items(encoded).map { ($0.name, $0.value) }) { first, _ in first }
    } catch {
      throw HTTPError(.badRequest)
    }
  }

  private func decide(_ provider: SignInProvider, _ fields: [String: String]) -> Response {
    let (redirect, state) = (fields["redirect_uri"] ?? "", fields["state"] ?? "")
    let typed = fields["name"]?.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    let person = typed.flatMap { $0.isEmpty ? nil : String($0.prefix(50)) } ?? fields["person"] ?? ""
    guard fields["decision"] == "approve", !person.isEmpty else {
      let error = provider == .apple ? "user_cancelled_authorize" : "access_denied"
      return answer(provider, redirect, [("error", error), ("state", state)])
    }
    let code = Randomness.text()
    let grant = Grant(
      provider: provider,
      person: StandInPerson(name: person),
      fault: StandInFault(rawValue: fields["fault"] ?? "") ?? .none,
      redirectURI: redirect,
      state: state,
      nonce: fields["nonce"],
      codeChallenge: fields["code_challenge"],
      expiresAt: now().addingTimeInterval(300)
    )
    let isFirst = self.state.withLock { state in
      state.grants.insert(grant, for: code)
      guard provider == .apple, state.introduced[person] == nil else { return false }
      state.introduced.insert(true, for: person)
      return true
    }
    var items = [("code", code), ("state", state)]
    if isFirst { items.append(("user", Self.appleUser(grant.person))) }
    return answer(provider, redirect, items)
  }

  /// Rejects requests that the real provider would also reject, such as requests with another redirect address.
  private func checked(
    _ name: String,
    _ fields: [String: String],
    _ request: Request,
    _ identity: Identity
  ) throws -> SignInProvider {
    let reached = "\(request.head.scheme ?? "http")://\(request.head.authority ?? "localhost")"
    guard let provider = SignInProvider(pathName: name), fields["client_id"] == Self.clientID,
      fields["response_type"] == "code",
      fields["redirect_uri"] == identity.callback(for: provider, reachedAt: reached),
      provider != .naver || fields["state"]?.isEmpty == false,
      provider != .apple || fields["response_mode"] == "form_post",
      fields["code_challenge"] == nil || fields["code_challenge_method"] == "S256"
    else { throw HTTPError(.badRequest, message: "잘못된 인가 요청입니다.") }
    return provider
  }

  private func answer(_ provider: SignInProvider, _ redirect: String, _ items: [(String, String)]) -> Response {
    if provider == .apple { return Self.html(StandInPage.form(redirect, items), script: StandInPage.script) }
    let query = QueryString.encode(items.map { (name: $0.0, value: $0.1) })
    return Response(status: .seeOther, headers: [.location: "\(redirect)?\(query)", .cacheControl: "no-store"])
  }

  /// Returns Apple's `user` parameter, which also has two parts for Korean names.
  private static func appleUser(_ person: StandInPerson) -> String {
    let name = ["firstName": String(person.name.dropFirst()), "lastName": String(person.name.prefix(1))]
    let user: [String: Any] = ["name": name, "email": person.email(at: .apple)]
    return (try? JSONSerialization.data(withJSONObject: user)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private static func html(_ text: String, script: String? = nil) -> Response {
    // There is no `form-action`, because browsers apply it to the redirect after the form too.
    let scripts = script.map { "; script-src 'sha256-\(Data(SHA256.hash(data: Data($0.utf8))).base64EncodedString())'" }
    var response = Response(html: text)
    response.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" + (scripts ?? "")
    return response
  }
}
