import Foundation
import HTTPTypes

/// Lets identical `GET`s that are made at the same time share one request, such as those of three views that appear together.
///
/// ```swift
/// let client = APIClient(
///   url,
///   transport: transport,
///   middleware: [Retry(), BearerAuthentication { token }, SingleFlight(), CallTracing()]
/// )
/// ```
///
/// Put it after what says who asks, so that calls with different tokens are different, and before what makes every request
/// another one, such as `CallTracing`.
///
/// * **What is identical.** The endpoint, the URL, all header fields, timeout and limits, as they are at this place in the list.
///   Calls whose endpoint wants to know who asks, and which have no `Authorization` or `Cookie` here, are never shared: a
///   token may come later that is another person's.
/// * **What is shared.** The answer, or the error. Nothing is kept after the end: a later call makes a request of its own.
/// * **Cancellation.** Who is cancelled stops to wait, with ``APIError/Code/cancelled``, and the others get their answer. The
///   request is cancelled with the last one who waits.
///
/// A call with a stream, out or in, makes a request of its own. The request runs with the task-local values of the call that
/// came first.
public final class SingleFlight: Middleware {
  /// What calls have in common that share a request.
  private struct Key: Hashable {
    let endpoint: Endpoint
    let head: HTTPRequest
    let body: Data
    let timeout: Duration
    let firstByteTimeout: Duration?
    let responseLimit: Int

    /// `nil` for a call that is not shared.
    init?(_ request: APIRequest) {
      let fields = request.head.headerFields
      guard request.head.method == .get, request.stream == nil, !request.streamsResponse,
        request.endpoint.auth == .none || fields[.authorization] != nil || fields[.cookie] != nil
      else { return nil }
      endpoint = request.endpoint
      head = request.head
      body = request.body
      timeout = request.timeout
      firstByteTimeout = request.firstByteTimeout
      responseLimit = request.responseLimit
    }
  }

  private typealias Waiter = CheckedContinuation<APIResponse, any Error>

  private struct Flight {
    /// The number of the call that started it.
    let number: Int
    let task: Task<Void, Never>
    var waiters: [Int: Waiter]
  }

  private struct State {
    var calls = 0
    var flights: [Key: Flight] = [:]
  }

  private let state = Locked(State())

  /// Nothing is in flight yet.
  public init() {}

  /// How many calls wait for an answer.
  package var waiting: Int {
    state.withLock { state in state.flights.values.reduce(0) { $0 + $1.waiters.count } }
  }

  /// Waits for the answer to an identical request that is under way, or sends this one.
  public func intercept(
    _ request: APIRequest,
    next: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    guard let key = Key(request) else { return try await next(request) }
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        // Before the request is begun: a cancellation may have come already, when there was nobody to stop.
        guard !Task.isCancelled else { return waiter.resume(throwing: APIError(.cancelled)) }
        join(key, number, waiter) { try await next(request) }
        if Task.isCancelled { leave(key, number) }
      }
    } onCancel: {
      leave(key, number)
    }
  }

  private func join(
    _ key: Key,
    _ number: Int,
    _ waiter: Waiter,
    send: @escaping @Sendable () async throws -> APIResponse
  ) {
    state.withLock { state in
      guard state.flights[key] == nil else {
        state.flights[key]?.waiters[number] = waiter
        return
      }
      let task = Task {
        do {
          land(key, number, .success(try await send()))
        } catch {
          land(key, number, .failure(error))
        }
      }
      state.flights[key] = Flight(number: number, task: task, waiters: [number: waiter])
    }
  }

  private func leave(_ key: Key, _ number: Int) {
    let (waiter, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = state.flights[key]?.waiters.removeValue(forKey: number) else { return (nil, nil) }
      guard state.flights[key]?.waiters.isEmpty == true else { return (waiter, nil) }
      // Who comes now does not wait for what is being cancelled.
      return (waiter, state.flights.removeValue(forKey: key)?.task)
    }
    abandoned?.cancel()
    waiter?.resume(throwing: APIError(.cancelled))
  }

  private func land(_ key: Key, _ number: Int, _ result: Result<APIResponse, any Error>) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.flights[key]?.number == number else { return [] }
      return state.flights.removeValue(forKey: key).map { Array($0.waiters.values) } ?? []
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
