import HTTPTypes
public import Hummingbird
public import Logging
import Naru

/// Logs each request after its response: method, path, status, duration and request id. It never logs the query, which may be a user's
/// input or a secret, nor a header field or a body.
///
/// Add it before you mount contracts.
public struct RequestLog<Context: RequestContext>: RouterMiddleware {
  private let level: Logger.Level

  /// Creates a log.
  ///
  /// - Parameter level: the level of the lines.
  public init(_ level: Logger.Level = .info) {
    self.level = level
  }

  /// Passes the request on, and logs it with the response's status.
  public func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard context.logger.logLevel <= level else { return try await next(request, context) }
    let start = ContinuousClock.now
    do {
      let response = try await next(request, context)
      log(request, response.status, since: start, context)
      return response
    } catch {
      log(request, (error as? any HTTPResponseError)?.status ?? .internalServerError, since: start, context)
      throw error
    }
  }

  private func log(
    _ request: Request,
    _ status: HTTPResponse.Status,
    since start: ContinuousClock.Instant,
    _ context: Context
  ) {
    let duration = start.duration(to: .now)
    let milliseconds = Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    context.logger.log(
      level: level,
      "\(request.method.rawValue) \((request.head.path ?? "/").splitTarget.path.prefix { $0 != "#" }) \(status.code)",
      metadata: ["ms": "\((milliseconds * 100).rounded() / 100)"]
    )
  }
}
