import Naru
import NaruAuth

/// A store that fails on demand.
final class FaultyStore: TokenStore {
  private let inner = MemoryTokenStore()
  private let hook = Locked((count: 0, call: (@Sendable (Int) async -> Void)?.none))
  private let faults = Locked(
    (read: TokenStoreError.Kind?.none, write: TokenStoreError.Kind?.none, lock: TokenStoreError.Kind?.none)
  )

  var readFault: TokenStoreError.Kind? {
    get { faults.withLock { $0.read } }
    set { faults.withLock { $0.read = newValue } }
  }
  var writeFault: TokenStoreError.Kind? {
    get { faults.withLock { $0.write } }
    set { faults.withLock { $0.write = newValue } }
  }
  var lockFault: TokenStoreError.Kind? {
    get { faults.withLock { $0.lock } }
    set { faults.withLock { $0.lock = newValue } }
  }
  /// The saved text, whatever the fault.
  var text: Secret? {
    get async throws { try await inner.read() }
  }

  private func check(_ kind: TokenStoreError.Kind?) throws {
    if let kind { throw TokenStoreError(kind, "The store fails for the test.") }
  }

  /// Called with the number of each read, before it returns.
  var afterRead: (@Sendable (Int) async -> Void)? {
    get { hook.withLock { $0.call } }
    set { hook.withLock { $0 = (0, newValue) } }
  }

  func read() async throws -> Secret? {
    try check(readFault)
    let text = try await inner.read()
    let (count, call) = hook.withLock { hook in
      hook.count += 1
      return (hook.count, hook.call)
    }
    await call?(count)
    return text
  }

  func write(_ text: Secret) async throws {
    try check(writeFault)
    try await inner.write(text)
  }

  func replace(_ old: Secret, with new: Secret) async throws -> Bool {
    try check(writeFault)
    return try await inner.replace(old, with: new)
  }

  func delete() async throws {
    try check(writeFault)
    try await inner.delete()
  }

  func withLock<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
    try check(lockFault)
    return try await inner.withLock(operation)
  }
}
