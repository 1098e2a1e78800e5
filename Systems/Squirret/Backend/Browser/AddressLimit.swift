import Foundation
import Naru
import ServedSystem

/// The limit on sign-ins, callbacks, and exchanges of codes and refresh tokens of one network address.
struct AddressLimit: Sendable {
  /// How much more is allowed from this machine, on which a developer tries things out.
  static let loopbackFactor = 10

  private let remote: RateLimiter
  private let loopback: RateLimiter

  init(_ limit: RateLimit, now: @escaping @Sendable () -> Date) {
    remote = RateLimiter(limit, now: now)
    loopback = RateLimiter(limit.multiplied(by: Self.loopbackFactor), now: now)
  }

  /// Counts the request of this task. Returns `nil` if it is within the limit, or else how many seconds to wait.
  ///
  /// Callers without a known address share one limit.
  func take() -> Int? {
    guard let origin = RequestOrigin.current else { return nil }
    let address = origin.address
    return (address?.isLoopback == true ? loopback : remote).take(address?.network ?? "unknown")
  }

  /// Counts the request of this task.
  ///
  /// - Throws: `APIError` with the code `rateLimited` if it is over the limit.
  func check() throws(APIError) {
    guard let seconds = take() else { return }
    throw APIError(.rateLimited, retryAfter: .seconds(seconds))
  }
}
