/// A gate that holds scripted calls until a test opens it, so that the test determines the order of the responses.
package actor Gate {
  private var isOpen = false
  private var arrivals = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Creates a closed gate.
  package init() {}

  /// Waits until the gate is open, even in a task that is cancelled.
  package func pass() async {
    arrivals += 1
    for watcher in watching where watcher.count <= arrivals { watcher.continuation.resume() }
    watching.removeAll { $0.count <= arrivals }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until a number of calls have arrived at the gate.
  package func arrived(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watching.append((count, $0)) }
  }

  /// Opens the gate for all waiting and later calls.
  package func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
