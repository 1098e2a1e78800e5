import HTTPTypes
import Hummingbird
import NIOCore
import Naru
import ServedSystem
import Squirret

/// Limits how often a network address can begin and complete sign-ins, and exchange codes and refresh tokens.
struct AddressLimit<Context: RequestContext>: RouterMiddleware {
  let limiter: RateLimiter
  let proxies: Set<String>
  private let prefixes = ["\(BrowserPath.authorization)/", "\(BrowserPath.callback)/"]
  private let calls = [Accounts.Endpoints.token, Accounts.Endpoints.refresh].map(\.path.description)

  init(_ limiter: RateLimiter, proxies: Set<String>) {
    self.limiter = limiter
    self.proxies = proxies
  }

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    let isBrowser = prefixes.contains { path.hasPrefix($0) }
    guard isBrowser || calls.contains(path),
      let seconds = limiter.take(NetworkAddress.caller(request, context, proxies: proxies))
    else { return try await next(request, context) }
    if isBrowser { return Response(.tooMany(seconds)) }
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
