/// When a read calls the server, and when the cached response is enough.
public struct ReadPolicy: Sendable, Hashable {
  enum Kind: Hashable {
    case networkFirst
    case cacheFirst(maxAge: Duration)
    case cacheOnly
    case networkOnly
  }

  let kind: Kind

  /// Calls the server, and returns the cached response if the server can't be reached, fails, or has no time (408, 429). This is the default.
  public static let networkFirst = ReadPolicy(kind: .networkFirst)

  /// Returns the cached response without a call if it is young enough, and otherwise works like ``networkFirst``. After a write that
  /// invalidates the read, the server is always called.
  ///
  /// - Parameter maxAge: the largest age.
  /// - Returns: the policy.
  public static func cacheFirst(maxAge: Duration) -> ReadPolicy { ReadPolicy(kind: .cacheFirst(maxAge: maxAge)) }

  /// Returns the cached response, and never calls the server.
  public static let cacheOnly = ReadPolicy(kind: .cacheOnly)

  /// Calls the server. Nothing is stored. Choose it for data that must not be on the device.
  public static let networkOnly = ReadPolicy(kind: .networkOnly)
}
