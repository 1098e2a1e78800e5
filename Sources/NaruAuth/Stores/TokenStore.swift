public import Naru

/// A safe place for one string: the credential of a session.
///
/// All methods throw ``TokenStoreError``.
public protocol TokenStore: Sendable {
  /// Returns the stored string; `nil` only if there is certainly none. A store that can't be read now throws an error.
  @concurrent
  func read() async throws -> Secret?

  /// Saves a string atomically: if it throws, or if the process is killed, the old string remains.
  @concurrent
  func write(_ text: Secret) async throws

  /// Saves a string if the saved one is `old`, in one step for all processes.
  ///
  /// - Parameters:
  ///   - old: the expected string.
  ///   - new: the new string.
  /// - Returns: whether the new string was stored.
  /// - Throws: ``TokenStoreError``.
  @concurrent
  func replace(_ old: Secret, with new: Secret) async throws -> Bool

  /// Removes the stored string. Succeeds if none is stored.
  @concurrent
  func delete() async throws

  /// Runs an operation while no other one runs on the same store, in this process or in another one that shares the store. The
  /// other methods don't wait for it.
  ///
  /// - Parameter operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: ``TokenStoreError``, if the operation did not run; ``TokenStoreError/Kind/busy`` after two minutes. A task that is
  ///   cancelled while it waits may get a `CancellationError`.
  @concurrent
  func withLock<Value: Sendable>(_ operation: @concurrent @Sendable () async -> Value) async throws -> Value
}
