import HTTPTypes
public import Hummingbird
import NIOCore
import Naru
import Squirret
import Support

extension Identity {
  /// Adds the routes of sign-in to a router. Call it before mounting ``accounts``.
  ///
  /// These are the addresses for browsers (`/oauth2/authorization/{provider}` and `/login/oauth2/code/{provider}`), the
  /// addresses for notices from providers (`/login/oauth2/notices/{provider}`), the endpoints of OAuth 2 for other
  /// programs (`/oauth2/token`, `/oauth2/revoke`, `/oauth2/introspect`, and the metadata), and the middleware by which
  /// the contract knows the network address of a caller.
  ///
  /// A caller's network address is known only if the router's context conforms to `RemoteAddressRequestContext`.
  /// Otherwise all callers share one limit.
  public func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    router.add(middleware: RequestOrigins(proxies: proxies))
    addNotices(to: router)
    let signIns = SignIns(identity: self)
    router.get(RouterPath(BrowserPath.authorization)) { request, _ in chooseProvider(request) }
    router.get(RouterPath("\(BrowserPath.authorization)/:provider")) { request, context in
      try await begin(signIns, request, context)
    }
    let callback = RouterPath("\(BrowserPath.callback)/:provider")
    router.get(callback) { request, context in
      let query = (request.head.path ?? "/").splitTarget.query ?? ""
      return try await complete(signIns, SignIns.Answer(query), request, context, status: .found)
    }
    router.post(callback) { request, context in
      let body = try await request.body.collect(upTo: 64 << 10)
      // 303 and not 302, so that no browser posts the form again.
      return try await complete(signIns, SignIns.Answer(String(buffer: body)[...]), request, context, status: .seeOther)
    }
    addOAuth(to: router)
  }

  private func begin(_ signIns: SignIns, _ request: Request, _ context: some RequestContext) async throws -> Response {
    let provider = try context.parameters.require("provider")
    let authority = request.head.authority ?? "localhost"
    guard configuration.publicURL != nil || Self.isPlain(authority) else { return Response(.badRequest) }
    let id = cookie.value(in: request.headers) ?? Randomness.text()
    let next = try await signIns.begin(
      provider,
      query: (request.head.path ?? "/").splitTarget.query.map(String.init) ?? "",
      baseURL: "\(request.head.scheme ?? "http")://\(authority)",
      browser: SignIns.Browser(id: id, device: Self.device(request.headers))
    )
    var response = Response(next, status: .found)
    if case .redirect = next {
      let isPosted = SignInProvider(pathName: provider) == .apple
      response.headers[.setCookie] = cookie.field(id, seconds: configuration.lifetimes.signIn, isPostedAcross: isPosted)
    }
    return response
  }

  /// Answers at the authorization endpoint of OAuth (RFC 6749, section 4.1.1), which has no provider in its path.
  private func chooseProvider(_ request: Request) -> Response {
    let query = (request.head.path ?? "/").splitTarget.query ?? ""
    let items = (try? QueryString.items(query)) ?? []
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
    // An unknown client must not be sent anywhere (RFC 6749, section 4.1.2.1).
    guard values("client_id") == [configuration.clientID] else { return Response(.badRequest) }
    var configuration = configuration
    configuration.allowsTokensInQuery = false
    do throws(SignInRequest.Refusal) {
      let signIn = try SignInRequest(query: String(query), configuration: configuration, redirects: redirects)
      guard values("response_type") == ["code"] else {
        let error = values("response_type").count == 1 ? "unsupported_response_type" : "invalid_request"
        throw .app(signIn, error: error)
      }
      let providers = SignInProvider.allCases.filter { clients[$0] != nil }
      return Response(html: ProviderChoicePage(providers: providers, request: signIn).html)
    } catch {
      switch error {
      case .page(let page): return Response(page)
      case .app(let signIn, let code):
        return Response(.redirect(signIn.address([("error", code)], issuer: publishedIssuer)), status: .found)
      }
    }
  }

  private func complete(
    _ signIns: SignIns,
    _ answer: SignIns.Answer?,
    _ request: Request,
    _ context: some RequestContext,
    status: HTTPResponse.Status
  ) async throws -> Response {
    let provider = try context.parameters.require("provider")
    let next = try await signIns.complete(provider, answer, browserID: cookie.value(in: request.headers))
    return Response(next, status: status)
  }

  private var cookie: BrowserCookie { BrowserCookie(isSecure: configuration.publicURL?.hasPrefix("https:") == true) }

  /// Returns the browser's `User-Agent`, shortened for display.
  static func device(_ headers: HTTPFields) -> String? {
    headers[.userAgent].map { String($0.filter { !$0.isNewline }.prefix(200)) }
  }

  /// Returns whether a host with its port contains only the characters of hosts.
  private static func isPlain(_ authority: String) -> Bool {
    !authority.isEmpty && authority.utf8.count <= 260
      && authority.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }
  }
}
