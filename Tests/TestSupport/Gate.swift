import Foundation

/// A place where tasks wait until a test opens it, so that the test determines their order. It stays open.
///
/// Both packages compile this file, so it has no lock of theirs.
package final class Gate: @unchecked Sendable {
  // It guards all other properties.
  private let lock = NSLock()
  private var isOpen: Bool
  private var arrivals = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// A gate that is closed, or open from the start.
  package init(isOpen: Bool = false) {
    self.isOpen = isOpen
  }

  /// Opens the gate: all waiting and later tasks continue.
  package func open() {
    lock.withLock {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  /// Waits until the gate is open, even in a task that is cancelled.
  package func wait() async {
    await withCheckedContinuation { continuation in
      lock.withLock {
        arrivals += 1
        for watcher in watching where watcher.count <= arrivals { watcher.continuation.resume() }
        watching.removeAll { $0.count <= arrivals }
        if isOpen { continuation.resume() } else { waiting.append(continuation) }
      }
    }
  }

  /// Waits until a number of tasks have arrived at the gate.
  package func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      lock.withLock {
        if arrivals >= count { continuation.resume() } else { watching.append((count, continuation)) }
      }
    }
  }
}
