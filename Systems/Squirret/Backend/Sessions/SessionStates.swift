import Foundation
import GRDB
import Naru

/// The cached states of sessions. A state is needed for each authenticated call, and an ended session must be refused
/// at once, whichever process ended it.
///
/// A cached state is used only if nothing was committed since it was read. `PRAGMA data_version` detects this: it
/// changes with every commit of another connection, in this process or another one. It is read on a connection of its
/// own that never writes, and before the state, so a commit between the two causes another read and never an outdated
/// state.
final class SessionStates: Sendable {
  /// The state of a session in the database.
  struct State: Sendable {
    /// The person's name.
    let name: String?
    /// The end of the session in milliseconds since 1970.
    let expiresAt: Int64
    /// Whether the session was ended or the person disabled.
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

  private let database: any DatabaseWriter
  /// The connection for `data_version`. `nil` for a database in memory, which is read without a cache.
  private let watch: DatabaseQueue?
  private let known = Locked<[Key: Known]>([:])

  /// Opens a second connection to the database.
  init(_ database: any DatabaseWriter) throws {
    self.database = database
    var configuration = database.configuration
    configuration.readonly = true
    watch = try (database as? DatabasePool).map { [configuration] in
      try DatabaseQueue(path: $0.path, configuration: configuration)
    }
  }

  /// Returns the state of a session. `nil` if the person has no such session.
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

  /// Returns the version of the database. `nil` if it is in memory.
  func version() -> Int? {
    // Waits only for other callers of this function, for a few microseconds.
    try? watch?.unsafeRead { db in try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) }
  }

  private func read(_ key: Key) async throws -> State? {
    try await database.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT p.name, s.expiresAt, s.endedAt IS NOT NULL OR p.disabledAt IS NOT NULL
          FROM identity_session s JOIN identity_person p ON p.id = s.personID WHERE s.id = ? AND s.personID = ?
          """
      )
      let row = try Row.fetchOne(statement, arguments: [key.session.key, key.person.key])
      return row.map { State(name: $0[0], expiresAt: $0[1], isEnded: $0[2]) }
    }
  }
}
