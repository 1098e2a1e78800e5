import Foundation

/// A value behind a lock.
///
/// `NSLock` and not `Mutex`: the thread sanitizer reports `Mutex` falsely on Linux (Swift 6.3).
public final class Locked<Value>: @unchecked Sendable {
  // Every access to `value` is made while `lock` is held.
  private var value: Value
  private let lock = NSLock()

  /// Puts a value behind a lock.
  public init(_ value: sending Value) {
    self.value = value
  }

  /// Reads or changes the value. Don't call out to code of others while in here.
  public func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
