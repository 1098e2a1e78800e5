import Foundation
import Naru
import ServedSystem
import Storage

/// The limit on sign-ins, callbacks, and exchanges of codes and refresh tokens of one network address.
struct AddressLimit: Sendable {
  /// How much more is allowed from this machine, on which a developer tries things out.
  static let loopbackFactor = 10

  private let remote: RateLimiter
  private let loopback: RateLimiter

  init(_ limit: RateLimit, in database: Database, now: @escaping @Sendable () -> Date) {
    remote = RateLimiter("address", limit, in: database, now: now)
    loopback = RateLimiter("loopback", limit.multiplied(by: Self.loopbackFactor), in: database, now: now)
  }

  /// Counts the request of this task. Returns `nil` if it is within the limit, or else how many seconds to wait.
  ///
  /// Callers without a known address share one limit.
  func take() async throws -> Int? {
    guard let origin = RequestOrigin.current else { return nil }
    let address = origin.address
    return try await (address?.isLoopback == true ? loopback : remote).take(address?.network ?? "unknown")
  }

  /// Counts the request of this task.
  func check() async throws {
    guard let seconds = try await take() else { return }
    throw APIError(.rateLimited, retryAfter: .seconds(seconds))
  }
}
