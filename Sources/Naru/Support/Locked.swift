import Foundation

/// A value that is protected by a lock.
///
/// The lock is an `NSLock`, because the thread sanitizer reports false races for `Mutex` on Linux (Swift 6.3).
public final class Locked<Value>: @unchecked Sendable {
  // Every access to `value` is made while `lock` is held.
  private var value: Value
  private let lock = NSLock()

  /// Protects a value.
  public init(_ value: sending Value) {
    self.value = value
  }

  /// Reads or changes the value. Don't call code that isn't yours while the lock is held.
  ///
  /// - Parameter body: reads or changes the value.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
