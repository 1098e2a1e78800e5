/// How large a document may be. What goes beyond is an error, before anything of it is made.
public struct JSONLimits: Sendable, Hashable {
  /// How many levels of objects and arrays there may be in one another, 1 to 512. A thread's stack is used for each.
  public var depth: Int
  /// How many bytes there may be.
  public var bytes: Int

  /// Limits. Without any said, 128 levels and no limit of bytes: who receives a document has one of its own.
  public init(depth: Int = 128, bytes: Int = .max) {
    self.depth = min(max(depth, 1), 512)
    self.bytes = bytes
  }
}
