public import Foundation
import HTTPTypes

/// Retries idempotent calls that failed for a transient reason.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), BearerAuthentication { token }])
/// ```
///
/// Put it first: the middleware after it sees every attempt, so that an attempt is sent with a token that was renewed meanwhile.
///
/// * **Calls.** `GET`, `HEAD`, `PUT` and `DELETE`; `POST` and `PATCH` only if the request has an `Idempotency-Key`
///   (``Endpoint/idempotencyKey``), which is the same for all attempts. An endpoint that declares `retries` decides by itself.
///   A call whose body can be read only once (``Blob/isReplayable``) is never retried.
/// * **Failures.** ``APIError/Code/unreachable`` and ``APIError/Code/timedOut`` without a response, and the statuses 429, 502, 503 and 504,
///   also with the format's code of one of them under 200. Any other failure under 200 and a web page are not sent again.
/// * **User.** No attempt is sent with the token of another user than the first one's.
/// * **Waits.** A random part of `base` before the second attempt, of twice as much before the next, and so on up to `cap`. The
///   randomness keeps many clients from retrying at the same moment. `Retry-After`, in seconds or as a date, is the minimum;
///   a date is compared with the `Date` of the response, because the device's clock may be wrong.
/// * **Result.** The last response or error becomes the call's. It is returned at once if the next attempt would start after
///   the deadline, or if the server asks for a wait that is longer than the deadline (without one: than `cap`) allows.
///
/// A cancelled call is not retried, and a cancelled wait ends at once with ``APIError/Code/cancelled``.
public struct Retry: Middleware {
  private let attempts: Int
  private let base: Duration
  private let cap: Duration
  private let deadline: Duration?
  private let clock: ErasedClock
  private let random: @Sendable () -> Double
  private let now: @Sendable () -> Date

  /// Creates a middleware that retries calls.
  ///
  /// - Parameters:
  ///   - attempts: the maximum number of attempts, including the first one; less than one counts as one.
  ///   - base: the longest wait before the second attempt.
  ///   - cap: the longest wait before any attempt.
  ///   - deadline: the time limit of all attempts and waits together. Each attempt has the call's timeout, or the remaining time
  ///     if that is shorter.
  ///   - clock: measures time and sleeps.
  ///   - random: returns a number from 0 to 1: the part of the longest wait to wait.
  ///   - now: returns the current date, for comparison with a `Retry-After` date in a response without `Date`.
  public init(
    attempts: Int = 3,
    base: Duration = .milliseconds(500),
    cap: Duration = .seconds(30),
    deadline: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.deadline = deadline
    self.clock = ErasedClock(clock)
    self.random = random
    self.now = now
  }

  /// Sends the request until it succeeds, fails for good, or has no attempts left.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard
      request.endpoint.retries
        ?? (request.endpoint.isIdempotent || request.head.headerFields[.idempotencyKey] != nil),
      request.stream?.isReplayable ?? true
    else { return try await next(request) }
    let start = clock.elapsed
    let timeout = request.timeout
    var request = request
    var attempt = 1
    var last: Outcome?
    request.sameUser = request.sameUser ?? SameUser()
    while true {
      if let deadline {
        // A transport needs at least a millisecond.
        request.timeout = min(timeout, max(start + deadline - clock.elapsed, .milliseconds(1)))
      }
      request.attempt = attempt
      let outcome = await Outcome { [request] in try await next(request) }
      // The earlier attempt is the call's, because no other was sent.
      if let last, case .failure(let error as APIError) = outcome, error.isOtherUser { return try last.get() }
      last = outcome
      guard attempt < attempts, outcome.isTransient(for: request) else { return try outcome.get() }
      let asked = outcome.retryAfter(now: now())
      let wait = max(initialBackoff(after: attempt), asked ?? .zero)
      // There has to be time left for the attempt after the wait.
      let isTooLong = if let deadline { clock.elapsed + wait >= start + deadline } else { wait > cap }
      guard !isTooLong else { return try outcome.get() }
      do {
        try Task.checkCancellation()
        try await clock.sleep(for: wait)
        try Task.checkCancellation()
      } catch {
        throw APIError(.cancelled)
      }
      attempt += 1
    }
  }

  /// Returns a random part of the longest wait after a number of attempts.
  private func initialBackoff(after attempts: Int) -> Duration {
    var longest = base
    for _ in 1..<attempts where longest < cap { longest *= 2 }
    return min(longest, cap) * random()
  }
}

private typealias Outcome = Result<APIResponse, any Error>

extension Outcome {
  /// Returns whether another attempt may succeed.
  fileprivate func isTransient(for request: APIRequest) -> Bool {
    switch self {
    case .success(let response): response.failure(of: request)?.isTransient ?? false
    case .failure(let error): (error as? APIError)?.isTransient ?? false
    }
  }

  fileprivate func retryAfter(now: Date) -> Duration? {
    switch self {
    case .success(let response): response.head.headerFields.retryAfter(now: now)
    case .failure(let error): (error as? APIError)?.retryAfter
    }
  }
}

extension APIError {
  fileprivate var isTransient: Bool {
    // Without a status, the code is the transport's. A 408 is `timedOut` too.
    status == nil && [.unreachable, .timedOut].contains(code) || code == .rateLimited || isUnavailable
  }
}
