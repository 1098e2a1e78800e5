import Naru

/// Operations of this process that run one after the other, in the order in which they came.
final class Turns: Sendable {
  private let state = Locked((isTaken: false, waiting: [CheckedContinuation<Void, Never>]()))

  func run<Value: Sendable>(_ operation: @Sendable () async -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    let value = await operation()
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
    return value
  }
}
