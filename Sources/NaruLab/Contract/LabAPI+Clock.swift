public import Foundation
public import Naru

extension LabAPI {
  /// A reading of the server's clock.
  @Payload(init: true)
  public struct ClockReading: Sendable, Hashable {
    /// The server's time.
    public var now: Date
    /// Whether it is frozen.
    public var isFrozen: Bool
    /// By how many seconds it is ahead of the machine's clock.
    public var offset: Double
  }

  /// A change of the server's clock. In JSON, `action` is its name: `{"action": "advance", "seconds": 3600}`.
  @Payload(tag: "action")
  public enum ClockChange: Sendable, Hashable {
    /// Stops the clock, at a time or now.
    case freeze(at: Date?)
    /// Sets the clock, which continues if it is not frozen.
    case set(to: Date)
    /// Moves the clock; backwards if the number is negative.
    case advance(seconds: Double)
    /// Follows the machine's clock again.
    case resume
  }

  /// A saved state of the server's data.
  @Payload(init: true)
  public struct Snapshot: Sendable, Hashable {
    /// The name.
    public var name: String
    /// When it was saved, by the machine's clock.
    public var savedAt: Date
    /// The size in bytes.
    public var bytes: Int
  }
}
