import Naru

/// A queue of operations of this process, which run one at a time, in order.
final class SerialQueue: Sendable {
  private let state = Locked((isBusy: false, waiting: [CheckedContinuation<Void, Never>]()))

  /// Runs an operation after all earlier ones.
  func run<Value: Sendable>(_ operation: @concurrent @Sendable () async -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isBusy { state.waiting.append(continuation) }
        defer { state.isBusy = true }
        return !state.isBusy
      }
      if isFree { continuation.resume() }
    }
    let value = await operation()
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if state.waiting.isEmpty {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
    return value
  }
}
