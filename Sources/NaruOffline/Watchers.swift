import Naru

/// The readers of changes.
final class Watchers: Sendable {
  private let state = Locked((watchers: [Int: AsyncStream<Void>.Continuation](), last: 0, isFinished: false))

  /// Yields at once, and after each change.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isFinished) = state.withLock { state in
      state.last += 1
      if !state.isFinished { state.watchers[state.last] = continuation }
      return (state.last, state.isFinished)
    }
    guard !isFinished else {
      continuation.finish()
      return stream
    }
    continuation.yield()
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[number] = nil } }
    return stream
  }

  func notify() {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield() }
  }

  func finish() {
    let watchers = state.withLock { state in
      state.isFinished = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.finish() }
  }
}
