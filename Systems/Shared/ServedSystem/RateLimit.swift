/// A limit on the rate of an action.
package struct RateLimit: Sendable, Hashable {
  /// The number of actions at once.
  package var burst: Int
  /// The number of actions per minute in the long run.
  package var perMinute: Int

  /// Creates a limit.
  package init(burst: Int, perMinute: Int) {
    self.burst = burst
    self.perMinute = perMinute
  }

  /// Returns a limit on more actions.
  package func multiplied(by factor: Int) -> RateLimit {
    RateLimit(burst: burst * factor, perMinute: perMinute * factor)
  }
}
