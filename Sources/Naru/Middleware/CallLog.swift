import HTTPTypes
public import Logging

/// Logs each request when it has ended: the method, the path as the contract has it, the status or the error, and as metadata
/// `endpoint`, `attempt`, `ms`, and the bytes of the bodies as `sent` and `received`.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), CallLog()])
/// // info naru.client: attempt=1 endpoint=Books.show ms=12.4 received=1532 sent=0 GET /api/v1/books/{id} 200
/// ```
///
/// Never a value: no token, header field, query, body, nor what stands in the place of a placeholder. For these there is
/// ``APIError/curl``. After ``Retry`` it sees every try, before it only the last one.
public struct CallLog: Middleware {
  private let logger: Logger
  private let level: Logger.Level
  private let failureLevel: Logger.Level

  /// A log of calls.
  ///
  /// - Parameters:
  ///   - logger: where to write.
  ///   - level: the level of what went well, and of what was cancelled.
  ///   - failureLevel: the level of a status from 400 on, and of a request that had no answer.
  public init(
    _ logger: Logger = Logger(label: "naru.client"),
    level: Logger.Level = .info,
    failureLevel: Logger.Level = .warning
  ) {
    self.logger = logger
    self.level = level
    self.failureLevel = failureLevel
  }

  /// Passes the request on, and logs it with what came of it. An answer that is a stream is logged when it was read.
  public func intercept(
    _ request: APIRequest,
    next: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    guard logger.logLevel <= max(level, failureLevel) else { return try await next(request) }
    return try await request.observed(next, onEnd: log)
  }

  private func log(_ call: CallSummary) {
    let failed = call.errorType != nil && call.error != .cancelled
    let outcome = call.errorType ?? call.status.map { "\($0.code)" } ?? ""
    logger.log(
      level: failed ? failureLevel : level,
      "\(call.endpoint.method.rawValue) \(call.endpoint.path) \(outcome)",
      metadata: [
        "endpoint": "\(call.endpoint.id)", "attempt": "\(call.attempt)", "sent": "\(call.sent)",
        "received": "\(call.received)", "ms": "\((call.duration / .milliseconds(1) * 100).rounded() / 100)",
      ]
    )
  }
}
