import Foundation
import GRDB
import Naru

/// Whether sessions go on. It is asked at each call of somebody who is signed in, and an ended session has to be known at once,
/// whichever process ended it.
///
/// So what was read is used again only if nothing was committed to the file since, and SQLite tells that: `PRAGMA data_version`
/// changes with every commit of another connection, of this process or of another one. It is asked on a connection of its own
/// that never writes, before anything is believed; and it is asked before a state is read, so a commit between the two makes
/// the state be read once more, and never be used for too long.
final class SessionStates: Sendable {
  /// What the database says of a session.
  struct State: Sendable {
    /// What its person is called.
    let name: String?
    /// In milliseconds since 1970.
    let expiresAt: Int64
    /// Whether it was ended, or its person shut out.
    let isEnded: Bool
  }

  private struct Name: Hashable {
    let session: UUID
    let person: UUID
  }

  private struct Known {
    let version: Int
    let state: State
  }

  /// How many sessions are kept in mind.
  private static let limit = 10_000

  private let database: any DatabaseWriter
  /// `nil` for a database that is no file: reading it takes no turns with anybody.
  private let watch: DatabaseQueue?
  private let known = Locked<[Name: Known]>([:])

  /// - Throws: an error of SQLite's if the file can't be opened once more.
  init(_ database: any DatabaseWriter) throws {
    self.database = database
    var configuration = database.configuration
    configuration.readonly = true
    watch = try (database as? DatabasePool).map { [configuration] in
      try DatabaseQueue(path: $0.path, configuration: configuration)
    }
  }

  /// The state of a session. `nil` if there is no such session of this person.
  func state(of session: UUID, person: UUID) async throws -> State? {
    let name = Name(session: session, person: person)
    guard let version = version() else { return try await read(name) }
    if let known = known.withLock({ $0[name] }), known.version == version { return known.state }
    let state = try await read(name)
    known.withLock { known in
      if known.count >= Self.limit, known[name] == nil { known.removeAll() }
      known[name] = state.map { Known(version: version, state: $0) }
    }
    return state
  }

  /// Which commit was the last one. `nil` where that can't be told.
  private func version() -> Int? {
    // Waits for nothing but others who ask the same, for the few microseconds that it takes.
    try? watch?.unsafeRead { db in try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) }
  }

  private func read(_ name: Name) async throws -> State? {
    try await database.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT p.name, s.expiresAt, s.endedAt IS NOT NULL OR p.disabledAt IS NOT NULL
          FROM identity_session s JOIN identity_person p ON p.id = s.personId WHERE s.id = ? AND s.personId = ?
          """
      )
      let row = try Row.fetchOne(statement, arguments: [name.session.key, name.person.key])
      return row.map { State(name: $0[0], expiresAt: $0[1], isEnded: $0[2]) }
    }
  }
}
