/// The largest document that is read. A document beyond the limits is an error before any value of it is created.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum nesting of objects and arrays, 1 to 512. Each level uses stack space.
  public var depth: Int
  /// The maximum number of bytes.
  public var bytes: Int

  /// Creates limits. The defaults are 128 levels and no size limit, because clients and servers have their own.
  public init(depth: Int = 128, bytes: Int = .max) {
    self.depth = min(max(depth, 1), 512)
    self.bytes = bytes
  }
}
