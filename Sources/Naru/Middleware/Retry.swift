public import Foundation
import HTTPTypes

/// Tries a call again that failed for a reason that may pass, where doing it twice does no harm.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), BearerAuthentication { token }])
/// ```
///
/// Put it first: what comes after it sees every try, so that a token that was renewed meanwhile is sent.
///
/// * **Which calls.** `GET`, `PUT` and `DELETE`; `POST` and `PATCH` only when the request has an `Idempotency-Key`
///   (``Endpoint/idempotencyKey``), which is the same for all tries.
///   Never a call whose body can be read only once (``Blob/isReplayable``).
/// * **Which failures.** ``APIError/Code/unreachable``, ``APIError/Code/timedOut``, and the statuses 429, 502, 503 and 504.
/// * **When.** After a random part of `base`, then of twice as much, and so on up to `cap`, so that many clients don't come
///   back together. `Retry-After`, in seconds or as a date, is the least.
/// * **How long.** The last answer, or the last error, is the call's. It is returned at once when the next try would be after
///   the deadline, or when the server asks for a longer wait than the deadline (without one: than `cap`) leaves.
///
/// A call that is cancelled is not tried again, and a wait that is cancelled ends at once: ``APIError/Code/cancelled``.
public struct Retry: Middleware {
  private let attempts: Int
  private let base: Duration
  private let cap: Duration
  private let deadline: Duration?
  /// Starts to measure; what it returns says how much time has passed.
  private let startTimer: @Sendable () -> @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let random: @Sendable () -> Double
  private let now: @Sendable () -> Date

  /// Tries a call so many times at most.
  ///
  /// - Parameters:
  ///   - attempts: how many tries there are in all, the first one included; less than one is one.
  ///   - base: the longest wait before the second try.
  ///   - cap: the longest wait before any try.
  ///   - deadline: how long all tries and waits may take together. Each try has the call's own timeout, or what is left.
  ///   - clock: what measures and waits.
  ///   - random: a number from 0 to 1: which part of the longest wait to wait.
  ///   - now: the date of today, with which a `Retry-After` that is a date is compared.
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
    startTimer = {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    sleep = { try await clock.sleep(for: $0) }
    self.random = random
    self.now = now
  }

  /// Sends the request until there is an answer to return.
  public func intercept(
    _ request: APIRequest,
    next: @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    guard request.endpoint.isIdempotent || request.head.headerFields[.idempotencyKey] != nil,
      request.stream?.isReplayable ?? true
    else { return try await next(request) }
    let elapsed = startTimer()
    let timeout = request.timeout
    var request = request
    var attempt = 1
    while true {
      if let deadline {
        // A transport wants at least a millisecond.
        request.timeout = min(timeout, max(deadline - elapsed(), .milliseconds(1)))
      }
      request.attempt = attempt
      let outcome = await Outcome { [request] in try await next(request) }
      guard attempt < attempts, outcome.mayPass else { return try outcome.get() }
      let asked = outcome.retryAfter(now: now())
      let wait = max(backOff(after: attempt), asked ?? .zero)
      // There has to be time left for the try after the wait.
      let isTooLong = if let deadline { elapsed() + wait >= deadline } else { wait > cap }
      guard !isTooLong else { return try outcome.get() }
      do {
        try Task.checkCancellation()
        try await sleep(wait)
        try Task.checkCancellation()
      } catch {
        throw APIError(.cancelled)
      }
      attempt += 1
    }
  }

  /// A random part of the longest wait after so many tries.
  private func backOff(after attempts: Int) -> Duration {
    var longest = base
    for _ in 1..<attempts where longest < cap { longest *= 2 }
    return min(longest, cap) * random()
  }
}

/// What came of one try.
private typealias Outcome = Result<APIResponse, any Error>

extension Outcome {
  fileprivate init(_ send: () async throws -> APIResponse) async {
    do {
      self = .success(try await send())
    } catch {
      self = .failure(error)
    }
  }

  /// Whether another try may come to something better.
  fileprivate var mayPass: Bool {
    switch self {
    case .success(let response): Self.passing.contains(response.head.status.code)
    case .failure(let error as APIError):
      [.unreachable, .timedOut].contains(error.code) || error.status.map { Self.passing.contains($0.code) } ?? false
    case .failure: false
    }
  }

  /// How long the server asks to wait.
  fileprivate func retryAfter(now: Date) -> Duration? {
    switch self {
    case .success(let response): response.head.headerFields.retryAfter(now: now)
    case .failure(let error): (error as? APIError)?.retryAfter
    }
  }

  /// Too many requests, bad gateway, unavailable, gateway timeout.
  private static var passing: Set<Int> { [429, 502, 503, 504] }
}
