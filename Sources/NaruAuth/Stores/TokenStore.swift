public import Naru

/// A safe place for one text: the credential of one session.
///
/// `TokenStoreConformance` (in `NaruAuthTesting`) checks what is promised here. What throws, throws ``TokenStoreError``.
public protocol TokenStore: Sendable {
  /// What is kept. `nil` only where it is certain that there is nothing: a place that can't be looked at now is an error.
  func read() async throws -> Secret?

  /// Keeps a text instead of what was there, all of it or nothing: when this throws, and when the process is killed in
  /// between, what was there before is there still.
  func write(_ text: Secret) async throws

  /// Keeps a text if what is there is `old`, as one step for all who use this place.
  ///
  /// - Returns: whether it did so.
  func replace(_ old: Secret, with new: Secret) async throws -> Bool

  /// Removes what is kept. Nothing to remove is fine.
  func delete() async throws

  /// Runs an operation while nobody else runs one on the same place: not in this process, and not in another where the
  /// place is shared. The other four methods go on meanwhile.
  ///
  /// - Throws: ``TokenStoreError``, without having run the operation; ``TokenStoreError/Kind/busy`` after two minutes.
  ///   A task that is cancelled while it waits may get a `CancellationError`.
  func exclusively<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value
}
