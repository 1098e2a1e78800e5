/// One run of an asynchronous operation, shared by any number of callers.
///
/// The run starts at once. A cancelled caller stops waiting with ``APIError/Code/cancelled``; the others still get the result.
package final class SharedTask<Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Value, any Error>

  private struct State {
    var task: Task<Void, Never>?
    var result: Result<Value, any Error>?
    /// The callers by number. The continuation is `nil` until the caller waits.
    var callers: [Int: Continuation?] = [:]
    var lastNumber = 0
    /// Whether the run was cancelled because its last caller left.
    var isAbandoned = false
  }

  private let state = Locked(State())
  private let isCancelledWithoutCallers: Bool

  /// Starts the operation. It runs with the task-local values of the current task.
  package init(
    isCancelledWithoutCallers: Bool = false,
    _ operation: @escaping @concurrent @Sendable () async throws -> Value
  ) {
    self.isCancelledWithoutCallers = isCancelledWithoutCallers
    let task = Task { finish(await Result { try await operation() }) }
    state.withLock { if $0.result == nil { $0.task = task } }
  }

  /// The result of the run, as soon as there is one.
  ///
  /// Throws the operation's error, or ``APIError`` with the code ``APIError/Code/cancelled``.
  package var value: Value {
    get async throws {
      let number = state.withLock { Self.join(&$0) }
      return try await value(forCaller: number)
    }
  }

  /// The result of the run, if it ends in time. The run continues if not.
  package func value(within limit: Duration?) async throws -> Value {
    guard let limit else { return try await value }
    return try await withTimeLimit(limit) { try await self.value }
  }

  /// Adds a caller, who then has to call ``value(forCaller:)``.
  fileprivate func joinIfRunning() -> Int? {
    state.withLock { $0.result == nil && !$0.isAbandoned ? Self.join(&$0) : nil }
  }

  private static func join(_ state: inout State) -> Int {
    state.lastNumber += 1
    state.callers[state.lastNumber] = .some(nil)
    return state.lastNumber
  }

  fileprivate func value(forCaller number: Int) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Value, any Error>? = state.withLock { state in
          // First, because the run may have ended meanwhile, with an error that reports only the cancellation.
          guard !state.isAbandoned else { return .failure(APIError(.cancelled)) }
          if let result = state.result { return result }
          guard state.callers[number] != nil else { return .failure(APIError(.cancelled)) }
          state.callers[number] = .some(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      leave(number)
    }
  }

  private func leave(_ number: Int) {
    let (continuation, abandoned) = state.withLock { state -> (Continuation?, Task<Void, Never>?) in
      guard state.result == nil, let continuation = state.callers.removeValue(forKey: number) else { return (nil, nil) }
      state.isAbandoned = isCancelledWithoutCallers && state.callers.isEmpty
      return (continuation, state.isAbandoned ? state.task : nil)
    }
    abandoned?.cancel()
    continuation?.resume(throwing: APIError(.cancelled))
  }

  private func finish(_ result: Result<Value, any Error>) {
    let continuations = state.withLock { state in
      state.result = result
      state.task = nil
      defer { state.callers = [:] }
      return state.callers.values.compactMap(\.self)
    }
    for continuation in continuations { continuation.resume(with: result) }
  }

  /// The number of callers.
  fileprivate var callerCount: Int { state.withLock { $0.callers.count } }
}

/// Runs of asynchronous operations. Concurrent callers with the same key share one run.
///
/// ```swift
/// private let covers = SharedTasks<URL, Data>(cancelsWhenUnobserved: true)
///
/// func cover(_ url: URL) async throws -> Data {
///   try await covers.value(for: url) { try await download(url) }
/// }
/// ```
///
/// A cancelled caller stops waiting with ``APIError/Code/cancelled``; the others still get the result, or the error. Nothing is
/// cached after the end: a later caller starts a new run. A run has the task-local values of its first caller.
public final class SharedTasks<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var runs: [Key: (number: Int, task: SharedTask<Value>)] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())
  private let cancelsWhenUnobserved: Bool

  /// Creates an object without runs.
  ///
  /// - Parameter cancelsWhenUnobserved: whether a run is cancelled when its last caller is. If not, it runs to its end.
  public init(cancelsWhenUnobserved: Bool) {
    self.cancelsWhenUnobserved = cancelsWhenUnobserved
  }

  /// Waits for the current run with a key, or starts one.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - limit: the longest time to wait. The run may continue after it. `nil`, the default: as long as the run takes.
  ///   - operation: the operation to run if there is no current run.
  /// - Returns: the result of the run.
  /// - Throws: the operation's error, or ``APIError`` with the code ``APIError/Code/cancelled`` or
  ///   ``APIError/Code/timedOut``.
  public func value(
    for key: Key,
    within limit: Duration? = nil,
    _ operation: @escaping @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    if let limit { return try await withTimeLimit(limit) { try await self.value(for: key, operation) } }
    guard !Task.isCancelled else { throw APIError(.cancelled) }
    let (task, caller) = state.withLock { state -> (SharedTask<Value>, Int?) in
      if let task = state.runs[key]?.task, let caller = task.joinIfRunning() { return (task, caller) }
      state.lastNumber += 1
      let task = SharedTask(isCancelledWithoutCallers: cancelsWhenUnobserved) {
        [self, number = state.lastNumber] in
        defer { end(key, number) }
        return try await operation()
      }
      state.runs[key] = (state.lastNumber, task)
      return (task, task.joinIfRunning())
    }
    // A run may have ended before its first caller joined.
    guard let caller else { return try await task.value }
    return try await task.value(forCaller: caller)
  }

  private func end(_ key: Key, _ number: Int) {
    state.withLock { state in
      if state.runs[key]?.number == number { state.runs[key] = nil }
    }
  }

  /// The number of callers of all runs.
  package var callerCount: Int {
    state.withLock { state in state.runs.values.reduce(0) { $0 + $1.task.callerCount } }
  }
}
