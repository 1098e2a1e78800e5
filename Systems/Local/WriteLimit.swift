import Foundation
import Naru
import ServedSystem
import Storage

/// Authenticates with another authenticator, and limits how often a user can change something: every call but a GET.
struct WriteLimit: Authenticator {
  private let base: any Authenticator
  /// `nil` without a limit.
  private let limiter: RateLimiter?

  /// - Throws: `MessageError` for an invalid setting.
  init(_ base: any Authenticator, _ settings: Settings, _ database: Database, now: @escaping @Sendable () -> Date)
    throws
  {
    self.base = base
    let perMinute = try settings.number(.writesPerMinute) ?? 60
    limiter =
      perMinute == 0
      ? nil : RateLimiter("write", RateLimit(burst: perMinute * 5, perMinute: perMinute), in: database, now: now)
  }

  func user(for token: Secret) async throws -> Caller.User? {
    try await base.user(for: token)
  }

  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    guard let user = try await base.user(for: token, calling: endpoint) else { return nil }
    if endpoint.method != .get { try await limiter?.check(user.id.uuidString) }
    return user
  }
}
