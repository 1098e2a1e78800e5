import Foundation
import Naru
import Storage
import Support

/// The cached states of sessions. A state is needed for each authenticated call, and an ended session must be rejected
/// at once, whichever process ended it.
///
/// A cached state is used only if nothing was committed since it was read. ``CommitCounter`` notices this. Its count is read before
/// the state, so a commit between the two causes another read and never an outdated state.
final class SessionStates: Sendable {
  /// The state of a session in the database.
  struct State: Sendable {
    /// The user's name.
    let name: String?
    /// The end of the session in milliseconds since 1970.
    let expiresAt: Int64
    /// Whether the session was ended or the user disabled.
    let isEnded: Bool
  }

  private struct Key: Hashable {
    let session: UUID
    let person: UUID
  }

  private struct Known {
    let version: Int
    let state: State
  }

  /// The maximum number of cached states.
  private static let limit = 10_000

  private let database: Database
  private let commits: CommitCounter
  private let known = Locked<[Key: Known]>([:])

  /// Opens a second connection to the database.
  init(_ database: Database) throws {
    self.database = database
    commits = try CommitCounter(database)
  }

  /// Returns the state of a session. `nil` if the user has no such session.
  func state(of session: UUID, person: UUID) async throws -> State? {
    let key = Key(session: session, person: person)
    guard let version = version() else { return try await read(key) }
    if let known = known.withLock({ $0[key] }), known.version == version { return known.state }
    let state = try await read(key)
    known.withLock { known in
      if known.count >= Self.limit, known[key] == nil { known.removeAll() }
      known[key] = state.map { Known(version: version, state: $0) }
    }
    return state
  }

  /// Returns the version of the database. `nil` if it is in memory, and is read without a cache.
  func version() -> Int? { commits.count }

  private func read(_ key: Key) async throws -> State? {
    try await database.read { db in
      try db.first(
        """
        SELECT p.name, s.expires_at, s.ended_at IS NOT NULL OR p.disabled_at IS NOT NULL AS is_ended
        FROM identity_session s JOIN identity_person p ON p.id = s.person_id
        WHERE s.id = \(key.session) AND s.person_id = \(key.person)
        """
      ) { row in
        State(name: try row["name"], expiresAt: try row["expires_at"], isEnded: try row["is_ended"])
      }
    }
  }
}
