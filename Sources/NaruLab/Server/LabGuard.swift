import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Naru

/// Decides who may use the lab: programs and pages on this machine, or, if there is a token, anyone who sends it.
///
/// A page of another site must not reach it from a browser, neither directly (`Origin`) nor with a name that points to this machine
/// (`Host`, “DNS rebinding”).
struct LabGuard<Context: RequestContext>: RouterMiddleware {
  /// The token. `nil`: only this machine.
  let token: Secret?

  private static var cookie: String { "naru-lab" }

  private static var fieldsOfProxies: [String] {
    ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"]
  }

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let target = (request.head.path ?? "/").splitTarget
    guard isSameOrigin(request) else {
      return Self.rejection(.forbidden, "The request comes from another site.")
    }
    if let token {
      if let given = given(target.query), isEqualInConstantTime(given, token.revealed) {
        // The redirect removes the token from the address, and so from the browser's history.
        return Response(
          status: .seeOther,
          headers: [
            .location: String(target.path), .cacheControl: "no-store", .referrerPolicy: "no-referrer",
            .setCookie: "\(Self.cookie)=\(token.revealed); Path=/lab; HttpOnly; SameSite=Strict",
          ]
        )
      }
      guard isAuthorized(request, token) else { return Self.rejection(.unauthorized, Self.noToken) }
    } else {
      guard isLocal(request, context) else { return Self.rejection(.forbidden, Self.notLocal) }
    }
    return try await next(request, context)
  }

  private func isSameOrigin(_ request: Request) -> Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }),
      !["same-origin", "none"].contains(site)
    {
      return false
    }
    guard let origin = HTTPField.Name("Origin").flatMap({ request.headers[$0] }) else { return true }
    let parts = origin.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let authority = request.head.authority else { return false }
    return String(parts[2]).lowercased() == authority.lowercased()
  }

  private func isLocal(_ request: Request, _ context: Context) -> Bool {
    // Behind a proxy, every request comes from this machine.
    let isForwarded = Self.fieldsOfProxies.contains { name in
      HTTPField.Name(name).map { request.headers.contains($0) } ?? false
    }
    guard !isForwarded, let origin = Origin(scheme: "http", authority: request.head.authority), origin.isSecure else {
      return false
    }
    // Without the address, the request can come from anywhere: a client chooses its `Host`.
    return (context as? any RemoteAddressRequestContext)?.remoteAddress?.isThisMachine ?? false
  }

  private func given(_ query: Substring?) -> String? {
    query.flatMap { try? QueryString.items($0) }?.first { $0.name == "token" }?.value
  }

  private func isAuthorized(_ request: Request, _ token: Secret) -> Bool {
    if let field = request.headers[.authorization] {
      return isEqualInConstantTime(field, "Bearer \(token.revealed)")
    }
    let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    return pairs.contains { pair in
      isEqualInConstantTime(String(pair.drop { $0 == " " }), "\(Self.cookie)=\(token.revealed)")
    }
  }

  private static func rejection(_ status: HTTPResponse.Status, _ message: String) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n"))
    )
  }

  private static var noToken: String {
    "Open the lab at the address that the server printed when it started. It ends with a token."
  }

  private static var notLocal: String {
    """
    Without a token, the lab is open only to the server's own machine, as 127.0.0.1 or localhost, and only if the server \
    knows the addresses of its callers.
    """
  }
}

extension SocketAddress {
  /// Whether the other end is on this machine.
  fileprivate var isThisMachine: Bool {
    switch self {
    case .unixDomainSocket: true
    case .v4, .v6:
      ipAddress.map { $0 == "::1" || $0.hasPrefix("127.") || $0.hasPrefix("::ffff:127.") } ?? false
    }
  }
}

extension HTTPField.Name {
  static let referrerPolicy = known("Referrer-Policy")
}
