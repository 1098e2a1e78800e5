import Naru

/// A place where tasks wait until it is opened. It stays open.
package final class Gate: Sendable {
  private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  /// A gate that is closed, or open from the start.
  package init(isOpen: Bool = false) {
    if isOpen { open() }
  }

  /// Opens the gate: all waiting tasks continue.
  package func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the gate is open.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
