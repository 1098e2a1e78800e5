/// When a read asks the server, and when what was seen last is enough.
public struct ReadPolicy: Sendable, Hashable {
  enum Kind: Hashable {
    case networkFirst
    case cacheFirst(maxAge: Duration)
    case cacheOnly
    case networkOnly
  }

  let kind: Kind

  /// Asks the server, and returns what was seen last if it can't be reached or fails. This is the default.
  public static let networkFirst = ReadPolicy(kind: .networkFirst)

  /// Returns what was seen last without asking if it is not older, and as with ``networkFirst`` otherwise. After a write that
  /// invalidates the read, the server is asked in any case.
  ///
  /// - Parameter age: the largest age.
  /// - Returns: the policy.
  public static func cacheFirst(upTo age: Duration) -> ReadPolicy { ReadPolicy(kind: .cacheFirst(maxAge: age)) }

  /// Returns what was seen last, and never asks.
  public static let cacheOnly = ReadPolicy(kind: .cacheOnly)

  /// Asks the server. Nothing is kept. Choose it for what must not be on the device.
  public static let networkOnly = ReadPolicy(kind: .networkOnly)
}
