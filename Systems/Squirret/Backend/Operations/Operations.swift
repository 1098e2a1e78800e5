import Naru
package import Storage

/// The operator's side of sign-in: users, sessions, the audit log and keys.
///
/// It works on the database of a server that may be running: the server notices what changes with the next call.
/// Every change is in the audit log, with the operator as the device.
package struct Operations: Sendable {
  /// A page of a list.
  package typealias Page = Storage.Page

  let identity: Identity
  private let origin: EventOrigin

  var sessions: Sessions { identity.sessions }

  /// Creates the operator's side of a server's sign-in.
  package init(_ identity: Identity, operator name: String) {
    self.identity = identity
    origin = EventOrigin(device: name)
  }

  /// Runs a transaction whose events have the operator as their origin.
  func write<Result: Sendable>(_ change: @escaping @Sendable (Transaction) throws -> Result) async throws -> Result {
    try await recorded { try await sessions.database.write(change) }
  }

  /// Runs an operation whose events have the operator as their origin.
  func recorded<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await EventOrigin.$ofOperator.withValue(origin, operation: operation)
  }

  func read<Result: Sendable>(_ query: @escaping @Sendable (Transaction) throws -> Result) async throws -> Result {
    try await sessions.database.read(query)
  }
}
