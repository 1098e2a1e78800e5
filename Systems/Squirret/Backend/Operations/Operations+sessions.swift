package import Foundation
import Naru
package import Squirret
import Storage

extension Operations {
  /// Returns the active sessions of a user, the most recently used first, at most 100.
  package func sessions(of person: UUID) async throws -> [AccountSession] {
    try await sessions.list(of: person.key, current: nil)
  }

  /// Ends one session. Its access tokens are rejected at once. Returns `false` if there is no active session with the id.
  package func end(_ session: UUID) async throws -> Bool {
    try await sessions.write { db in
      guard let row = try SessionRow.find(session.key, db) else { return false }
      return try sessions.end(.one(row.id), of: row.personID, reason: .endedByOperator, db) > 0
    }
  }

  /// Ends all sessions of a user, and returns how many there were. Their access tokens are rejected at once.
  package func endSessions(of person: UUID) async throws -> Int {
    try await sessions.write { db in try sessions.end(.all, of: person.key, reason: .endedByOperator, db) }
  }
}
