import Foundation
import GRDB
package import HTTPTypes
public import Hummingbird
import NIOCore
import Naru
import Squirret

extension Identity {
  /// Adds the addresses at which a browser signs in: `/oauth2/authorization/{provider}` and `/login/oauth2/code/{provider}`,
  /// the addresses at which providers tell that a person took a sign-in back (`/login/oauth2/notices/{provider}`), and the limit
  /// on how often an address may come, which the contract needs too. Call it before ``accounts`` is mounted.
  ///
  /// The network address of a caller is known only if the router's context conforms to `RemoteAddressRequestContext`; without,
  /// all callers share one limit.
  public func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    router.add(middleware: AddressLimit(limiter: addressLimiter, proxies: configuration.trustedProxies))
    addNotices(to: router)
    let signIns = SignIns(identity: self)
    router.get("/oauth2/authorization/:provider") { request, context in
      try await begin(signIns, request, context)
    }
    router.get("/login/oauth2/code/:provider") { request, context in
      let query = (request.head.path ?? "/").splitTarget.query ?? ""
      return try await complete(signIns, SignIns.Answer(query), request, context, status: .found)
    }
    router.post("/login/oauth2/code/:provider") { request, context in
      let body = try await request.body.collect(upTo: 64 << 10)
      // 303 and not 302: nobody shall post the form once more.
      return try await complete(signIns, SignIns.Answer(String(buffer: body)[...]), request, context, status: .seeOther)
    }
  }

  /// Where a provider tells that a person took the sign-in back: all sessions of the person end.
  private func addNotices<Context: RequestContext>(to router: Router<Context>) {
    router.get("/login/oauth2/notices/:provider") { request, context in try await take(request, context) }
    router.post("/login/oauth2/notices/:provider") { request, context in try await take(request, context) }
  }

  private func take(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let provider = SignInProvider(pathName: try context.parameters.require("provider")),
      let client = clients[provider]
    else { return Response(status: .notFound) }
    let body = Data(try await request.body.collect(upTo: 64 << 10).readableBytesView)
    let query = (request.head.path ?? "/").splitTarget.query ?? ""
    let form = request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true
    let items =
      try? QueryString.items(query) + (form ? QueryString.items(String(decoding: body, as: UTF8.self)[...]) : [])
    let notice = ProviderNotice(
      authorization: request.headers[.authorization],
      fields: Dictionary((items ?? []).map { ($0.name, $0.value) }) { first, _ in first },
      body: body
    )
    do {
      if let subject = try await client.subject(of: notice) {
        let issuer = client.description.issuer
        try await sessions.database.write { db in
          try people.forget(subject, provider: provider, issuer: issuer, db)
        }
      }
      return Response(status: client.description.noticeStatus)
    } catch let failure as ProviderFailure {
      // A provider that could not be asked for its keys may try again.
      return Response(status: failure == .providerUnavailable ? .serviceUnavailable : .unauthorized)
    }
  }

  private func begin(_ signIns: SignIns, _ request: Request, _ context: some RequestContext) async throws -> Response {
    let provider = try context.parameters.require("provider")
    let authority = request.head.authority ?? "localhost"
    guard configuration.publicURL != nil || Self.isPlain(authority) else { return Self.response(.page(.badRequest)) }
    let cookie = cookie
    let id = cookie.value(in: request.headers) ?? sessions.randomness.text()
    let next = try await signIns.begin(
      provider,
      query: (request.head.path ?? "/").splitTarget.query.map(String.init) ?? "",
      baseURL: "\(request.head.scheme ?? "http")://\(authority)",
      browser: SignIns.Browser(
        id: id,
        address: NetworkAddress.caller(request, context, proxies: configuration.trustedProxies),
        device: Self.device(request.headers)
      )
    )
    var response = Self.response(next)
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
    let next = try await signIns.complete(provider, answer, browserID: cookie.value(in: request.headers))
    return Self.response(next, status: status)
  }

  private var cookie: BrowserCookie { BrowserCookie(isSecure: configuration.publicURL?.hasPrefix("https:") == true) }

  private static func response(_ next: SignIns.Next, status: HTTPResponse.Status = .found) -> Response {
    var headers: HTTPFields = [
      .cacheControl: "no-store", .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff",
    ]
    headers[.referrerPolicy] = "no-referrer"
    switch next {
    case .redirect(let address):
      headers[.location] = address
      return Response(status: status, headers: headers)
    case .page(let page):
      headers[.contentType] = "text/html; charset=utf-8"
      if let wait = page.retryAfter { headers[.retryAfter] = String(wait) }
      return Response(
        status: page.status,
        headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: page.html))
      )
    }
  }

  /// What the browser says that it is, as far as a person would want to read it.
  private static func device(_ headers: HTTPFields) -> String? {
    headers[.userAgent].map { String($0.filter { !$0.isNewline }.prefix(200)) }
  }

  /// Whether a host with its port is written as hosts are.
  private static func isPlain(_ authority: String) -> Bool {
    !authority.isEmpty && authority.utf8.count <= 260
      && authority.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }
  }
}

/// Lets an address begin and end sign-ins, and exchange codes and refresh tokens, so often and not more.
private struct AddressLimit<Context: RequestContext>: RouterMiddleware {
  static var paths: [String] { ["/oauth2/authorization/", "/login/oauth2/code/"] }

  let limiter: RateLimiter
  let proxies: Set<String>

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    let isBrowser = Self.paths.contains { path.hasPrefix($0) }
    guard isBrowser || path == "/api/auth/token" || path == "/api/auth/refresh",
      let wait = limiter.take(NetworkAddress.caller(request, context, proxies: proxies))
    else { return try await next(request, context) }
    let seconds = max(1, Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0))
    if isBrowser {
      let page = BrowserPage.tooMany(seconds)
      return Response(
        status: page.status,
        headers: [
          .contentType: "text/html; charset=utf-8", .retryAfter: String(seconds), .cacheControl: "no-store",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(string: page.html))
      )
    }
    let failure = APIResponse(
      failure: APIError(.rateLimited, retryAfter: .seconds(seconds)),
      format: SquirretFormat.self,
      language: .korean
    )
    return Response(
      status: failure.head.status,
      headers: failure.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: failure.body))
    )
  }
}

extension ProviderDescription {
  /// What a provider wants to hear when it has told something.
  fileprivate var noticeStatus: HTTPResponse.Status {
    switch dialect {
    case .kakao, .apple: .ok
    case .naver: .noContent
    case .openID: .accepted
    }
  }
}

extension HTTPField.Name {
  package static var referrerPolicy: HTTPField.Name {
    guard let name = HTTPField.Name("Referrer-Policy") else { preconditionFailure("This is a name.") }
    return name
  }
}
