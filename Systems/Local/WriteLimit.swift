import Foundation
import Naru
import ServedSystem
import Storage

extension CallInterceptor {
  /// Limits how often a user can change something: every call but a GET. `nil` without a limit.
  ///
  /// - Throws: `MessageError` for an invalid setting.
  static func limitingWrites(
    _ settings: Settings,
    _ database: Database,
    now: @escaping @Sendable () -> Date
  ) throws -> CallInterceptor? {
    let perMinute = try settings.number(.writesPerMinute) ?? 60
    guard perMinute > 0 else { return nil }
    let limiter = RateLimiter(
      "write",
      RateLimit(burst: perMinute * 5, perMinute: perMinute),
      in: database,
      now: now
    )
    return CallInterceptor { call, next in
      if call.endpoint.method != .get, let user = call.caller?.user { try await limiter.check(user.id.uuidString) }
      return try await next(call)
    }
  }
}
