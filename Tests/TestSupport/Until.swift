/// Yields to other tasks until a condition is true.
package nonisolated(nonsending) func until(_ condition: () -> Bool) async -> Bool {
  let start = ContinuousClock.now
  while !condition() {
    guard start.duration(to: .now) < .seconds(20) else { return false }
    await Task.yield()
  }
  return true
}
