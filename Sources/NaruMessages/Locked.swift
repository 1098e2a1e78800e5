public import Foundation

/// A value that is protected by a lock.
///
/// The lock is an `NSLock`, because the thread sanitizer reports false races for `Mutex` on Linux (Swift 6.3).
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Every access to `value` is made while `lock` is held, so there is never another one at the same time that had to be detected.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @usableFromInline let lock = NSLock()

  // Inlinable, so that other modules compile it for their type of value instead of calling generic code. The class has to be usable from
  // inline code for that.

  /// Protects a value.
  @inlinable
  package init(_ value: sending Value) {
    self.value = value
  }

  /// Reads or changes the value. Don't call code that isn't yours while the lock is held.
  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
