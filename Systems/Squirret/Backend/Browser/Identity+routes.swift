import HTTPTypes
public import Hummingbird
import NIOCore
import Naru
import NaruServer
import ServedSystem
import Squirret
import Support

extension Identity {
  /// Adds the routes of sign-in to a router. Call it before mounting ``accounts``.
  ///
  /// These are the addresses for browsers (`/oauth2/authorization/{provider}` and `/login/oauth2/code/{provider}`), the
  /// addresses for notices from providers (`/login/oauth2/notices/{provider}`), the server's metadata, and the middleware that
  /// tells the contract the network address of a caller.
  ///
  /// A caller's network address is known only if the router's context conforms to `RemoteAddressRequestContext`.
  /// Otherwise all callers share one limit.
  public func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    router.add(middleware: RequestOrigins(proxies: proxies))
    addNotices(to: router)
    let signIns = SignIns(identity: self)
    let authorization = RouterPath("\(BrowserPath.authorization)/:provider")
    router.get(authorization) { request, context in try await page { try await begin(signIns, request, context) } }
    let callback = RouterPath("\(BrowserPath.callback)/:provider")
    // Programs that look at links send `HEAD`, which must neither begin a sign-in nor use it up.
    for path in [authorization, callback] { router.head(path) { _, _ in HTTPResponse.Status.ok } }
    router.get(callback) { request, context in
      let query = (request.head.path ?? "/").splitTarget.query ?? ""
      return try await page { try await complete(signIns, SignIns.Answer(query), request, context, status: .found) }
    }
    router.post(callback) { request, context in
      let answer = SignIns.Answer(String(buffer: try await request.body.collect(upTo: 64 << 10))[...])
      // 303 and not 302, so that no browser posts the form again.
      return try await page { try await complete(signIns, answer, request, context, status: .seeOther) }
    }
    router.mount(Discovery.self, options: ServingOptions(logger: logger)) { _ in Discovery(metadata: { try metadata() })
    }
  }

  /// Returns a page if the database fails, such as on a full disk.
  private func page(_ respond: () async throws -> Response) async throws -> Response {
    do {
      return try await respond()
    } catch {
      guard let failure = APIError.database(error, logger: logger) else { throw error }
      let message = failure.localizedMessage
      return Response(BrowserPage(status: .serviceUnavailable, code: "unavailable", localizedMessage: message))
    }
  }

  private func begin(_ signIns: SignIns, _ request: Request, _ context: some RequestContext) async throws -> Response {
    let provider = try context.parameters.require("provider")
    let authority = request.head.authority ?? "localhost"
    guard configuration.publicURL != nil || Self.isPlain(authority) else { return Response(.badRequest) }
    let id = request.headers.token(inCookie: cookie.name) ?? Randomness.text()
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

  private func complete(
    _ signIns: SignIns,
    _ answer: SignIns.Answer?,
    _ request: Request,
    _ context: some RequestContext,
    status: HTTPResponse.Status
  ) async throws -> Response {
    let provider = try context.parameters.require("provider")
    let browser = request.headers.token(inCookie: cookie.name)
    let next = try await signIns.complete(provider, answer, browserID: browser)
    return Response(next, status: status)
  }

  private func metadata() throws -> ServerMetadata {
    guard let issuer = publishedIssuer else {
      throw APIError.notFound(
        LocalizedMessage(
          korean: "서버의 공개 주소(\(Setting.publicURL.rawValue))가 발급자와 같아야 이 정보를 제공합니다.",
          english:
            "The server describes itself only if its public address (\(Setting.publicURL.rawValue)) is its issuer."
        ),
        serverCode: "not_found"
      )
    }
    return ServerMetadata(
      issuer: issuer,
      jwksURI: issuer + Accounts.Endpoints.keys.path.description,
      authorizationResponseIssParameterSupported: true
    )
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
