public import Foundation

/// Remembers responses in the memory of this process: the whole handler is one step.
///
/// It can't
///
/// * remember anything after a restart: a request that is repeated then takes effect again;
/// * share keys with another process;
/// * continue after the first of several effects: if a handler throws after it, the repeated request takes that effect again;
/// * remember a response with a stream, which can be read only once.
public final class InMemoryIdempotencyStore: IdempotencyStore {
  private struct Key: Hashable {
    let caller: Caller
    let endpoint: Endpoint
    let key: String

    init(_ request: IdempotentRequest) {
      (caller, endpoint, key) = (request.caller, request.endpoint, request.key)
    }
  }

  private struct Entry {
    let fingerprint: String
    let date: Date
    /// `nil` while the handler runs.
    var response: APIResponse?
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// The keys of responses, the oldest first.
    var remembered: [Key] = []
  }

  private let age: Duration
  private let limit: Int
  private let now: @Sendable () -> Date
  private let state = Locked(State())
  // A handler whose caller has left runs to its end, because it may have taken effect already. The repeated request then finds the
  // response.
  private let runs = SharedTasks<IdempotentRequest, APIResponse>(cancelsWhenUnobserved: false)

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - age: how long a response is remembered: 7 days.
  ///   - limit: the largest number of responses. After that, the oldest quarter is forgotten.
  ///   - now: the clock.
  public init(
    keepingFor age: Duration = .seconds(7 * 86_400),
    limit: Int = 10_000,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.age = age
    self.limit = limit
    self.now = now
  }

  /// The number of responses that are remembered.
  package var count: Int { state.withLock { $0.remembered.count } }

  /// Handles a request, or returns the response to an earlier request with the same key.
  @concurrent
  public func response(
    to request: IdempotentRequest,
    from handler: @escaping @concurrent @Sendable () async throws -> APIResponse
  ) async throws -> APIResponse {
    let isFirst = Locked(false)
    var response = try await runs.value(for: request) { [self] in
      if let known = try begin(request) { return known }
      isFirst.withLock { $0 = true }
      do {
        let response = try await handler()
        end(request, response)
        return response
      } catch {
        end(request, nil)
        throw error
      }
    }
    // Others have only waited for it, or it was remembered.
    if !isFirst.withLock({ $0 }) { response.isReplayed = true }
    return response
  }

  /// Returns whether there is a response to an earlier request with the key.
  @concurrent
  public func remembers(_ request: IdempotentRequest) async throws -> Bool {
    let (now, key) = (now(), Key(request))
    return state.withLock { state in
      prune(&state, now)
      return state.entries[key]?.response != nil
    }
  }

  /// Returns the remembered response, or notes that the request is being handled.
  private func begin(_ request: IdempotentRequest) throws -> APIResponse? {
    let (now, key) = (now(), Key(request))
    let entry: Entry? = state.withLock { state in
      prune(&state, now)
      let entry = state.entries[key]
      if entry == nil { state.entries[key] = Entry(fingerprint: request.fingerprint, date: now) }
      return entry
    }
    guard let entry else { return nil }
    guard entry.fingerprint == request.fingerprint else { throw APIError.reusedIdempotencyKey }
    return entry.response
  }

  private func end(_ request: IdempotentRequest, _ response: APIResponse?) {
    let (now, key) = (now(), Key(request))
    state.withLock { state in
      guard let response, response.stream == nil else {
        state.entries[key] = nil
        return
      }
      state.entries[key] = Entry(fingerprint: request.fingerprint, date: now, response: response)
      state.remembered.append(key)
    }
  }

  private func prune(_ state: inout State, _ now: Date) {
    let oldest = now.addingTimeInterval(-(age / .seconds(1)))
    var count = state.remembered.prefix { (state.entries[$0]?.date ?? .distantPast) <= oldest }.count
    if state.remembered.count - count > limit { count += max(1, limit / 4) }
    guard count > 0 else { return }
    for key in state.remembered.prefix(count) { state.entries[key] = nil }
    state.remembered.removeFirst(min(count, state.remembered.count))
  }
}
