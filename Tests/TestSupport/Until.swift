/// Yields to other tasks until a condition is true.
///
/// - Parameter condition: the condition.
/// - Returns: `false` if it was still false after twenty seconds.
package func until(_ condition: @Sendable () -> Bool) async -> Bool {
  let start = ContinuousClock.now
  while !condition() {
    guard start.duration(to: .now) < .seconds(20) else { return false }
    await Task.yield()
  }
  return true
}
