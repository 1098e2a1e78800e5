import Foundation
import HTTPTypes
public import Logging

/// Logs each request when it has ended: the method, the path template, the status or the error. The metadata are `endpoint`,
/// `attempt`, `ms`, and the sizes of the bodies in bytes as `sent` and `received`.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), CallLog()])
/// // info naru.client: attempt=1 endpoint=Books.show ms=12.4 received=1532 sent=0 GET /api/v1/books/{id} 200
/// ```
///
/// An endpoint whose responses say that it is deprecated or will end (`Deprecation`, `Sunset`) causes one warning, with these dates.
///
/// It never logs values: tokens, header fields, queries, bodies or the values of placeholders. See ``APIError/curl`` for these.
/// After ``Retry`` it logs every attempt, before it only the last one.
public struct CallLog: Middleware {
  private let logger: Logger
  private let level: Logger.Level
  private let failureLevel: Logger.Level
  /// The endpoints that are known to end, because they have caused a warning.
  private let known = Locked<Set<Endpoint>>([])

  /// Creates a log of calls.
  ///
  /// - Parameters:
  ///   - logger: the logger.
  ///   - level: the level of successful and cancelled requests.
  ///   - failureLevel: the level of a status from 400 on, and of a request without a response.
  public init(
    _ logger: Logger = Logger(label: "naru.client"),
    level: Logger.Level = .info,
    failureLevel: Logger.Level = .warning
  ) {
    self.logger = logger
    self.level = level
    self.failureLevel = failureLevel
  }

  /// Sends the request and logs it with its outcome. A response that is a stream is logged when it was read.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard logger.logLevel <= max(level, failureLevel) else {
      return try await warned(of: request.endpoint, next(request))
    }
    return try await warned(of: request.endpoint, request.observed(next, onEnd: log))
  }

  /// Logs the first response of an endpoint that says that the endpoint ends.
  private func warned(of endpoint: Endpoint, _ response: APIResponse) -> APIResponse {
    let fields = response.head.headerFields
    guard fields.contains(where: { $0.name == .deprecation || $0.name == .sunset }),
      known.withLock({ $0.insert(endpoint).inserted })
    else { return response }
    var metadata: Logger.Metadata = ["endpoint": "\(endpoint.id)"]
    let dates = [
      "deprecated": fields[.deprecation].flatMap { Double($0.drop { $0 == "@" }) }.map(
        Date.init(timeIntervalSince1970:)
      ),
      "sunset": fields[.sunset].flatMap { HTTPDate.parse($0, now: Date()) },
    ]
    for (name, date) in dates {
      if let day = date.flatMap({ Day($0, in: .gmt) }) { metadata[name] = "\(day)" }
    }
    logger.warning(
      "The endpoint is deprecated. A later release of the app should call another one.",
      metadata: metadata
    )
    return response
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
