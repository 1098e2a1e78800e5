/// Where a scripted call waits until a test lets it pass, so that answers come in the order that the test wants.
package actor Gate {
  private var isOpen = false
  private var arrivals = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// A gate that is closed.
  package init() {}

  /// Waits until the gate is open, even in a task that is cancelled.
  package func pass() async {
    arrivals += 1
    for watcher in watching where watcher.count <= arrivals { watcher.continuation.resume() }
    watching.removeAll { $0.count <= arrivals }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until so many have come to the gate.
  package func arrived(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watching.append((count, $0)) }
  }

  /// Lets all pass who wait, and all who come.
  package func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
