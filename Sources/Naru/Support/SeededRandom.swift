/// A generator of random numbers that are the same for the same seed on every machine: SplitMix64 (Steele, Lea and Flood,
/// 2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator from a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// Creates the generator for one call to which a rule may apply. Its numbers depend on nothing else.
  package init(seed: UInt64, rule: Int, call: Int) {
    self.init(seed: seed &+ UInt64(rule) &* 0x9E37_79B9 &+ UInt64(call) &* 0x85EB_CA6B_0000_0001)
  }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
