/// The reads of a task, which are made again when their results may have changed.
package final class FollowedReads: Sendable {
  /// The reads of the current task. `nil` if no one follows them.
  @TaskLocal package static var current: FollowedReads?

  private struct State {
    var isServerNewer = false
    var isBehind: Bool
    /// `nil` at the end.
    var ends: [@Sendable () -> Void]? = []
  }

  /// Whether only the device's own queue has changed since the last time, so that cached responses are enough.
  package let isLocal: Bool
  private let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let state: Locked<State>

  /// Creates the reads of a first time, or of the time after `previous`.
  package init(after previous: FollowedReads? = nil) {
    isLocal = previous.map { !$0.state.withLock { $0.isServerNewer } } ?? false
    state = Locked(State(isBehind: isLocal && previous?.isBehind ?? false))
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether a result is not the server's newest, because the server could not be called.
  package var isBehind: Bool { state.withLock { $0.isBehind } }

  /// Notes that a result is not the server's newest.
  package func fallBehind() { state.withLock { $0.isBehind = true } }

  /// Adds a closure that runs when these reads are not followed any more.
  package func atEnd(_ end: @escaping @Sendable () -> Void) {
    // A task that they have started may outlive them.
    if state.withLock({ $0.ends?.append(end) }) == nil { end() }
  }

  /// Notes that a result may have changed.
  package func change(isLocal: Bool) {
    if !isLocal { state.withLock { $0.isServerNewer = true } }
    continuation.yield()
  }

  /// Notes that nothing will change any more.
  package func finish() { continuation.finish() }

  /// Waits until a result may have changed, and ends. Returns whether the reads should be made again: not if the task is cancelled, and if
  /// nothing will change any more.
  package func changed() async -> Bool {
    defer {
      let ends = state.withLock { state in
        defer { state.ends = nil }
        return state.ends ?? []
      }
      for end in ends { end() }
    }
    for await _ in changes { return !Task.isCancelled }
    return false
  }
}
