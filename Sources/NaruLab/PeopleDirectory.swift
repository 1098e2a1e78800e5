public import Foundation
public import NaruLabContract

/// The people of a server on which anybody may act as anybody, for ``Laboratory``.
public protocol PeopleDirectory: Sendable {
  /// Returns the people, the newest account first, at most 100.
  ///
  /// - Returns: the people.
  /// - Throws: an error of the database.
  func people() async throws -> [Lab.Person]

  /// Signs a person in without a browser. A person with a new name gets an account.
  ///
  /// - Parameter name: the name.
  /// - Returns: the tokens of a new session.
  /// - Throws: an error of the database, or one of sign-in.
  func signIn(_ name: String) async throws -> Lab.Tokens

  /// Returns the active sessions of a person, the most recently used first, at most 100.
  ///
  /// - Parameter person: the id.
  /// - Returns: the sessions. Empty for an unknown person.
  /// - Throws: an error of the database.
  func sessions(of person: UUID) async throws -> [Lab.Session]

  /// Ends one session, whose tokens are then refused.
  ///
  /// - Parameter id: the id of the session.
  /// - Returns: whether there was one.
  /// - Throws: an error of the database.
  func endSession(_ id: UUID) async throws -> Bool

  /// Ends all sessions of a person, whose tokens are then refused.
  ///
  /// - Parameter person: the id.
  /// - Returns: the number of sessions that were ended.
  /// - Throws: an error of the database.
  func endSessions(of person: UUID) async throws -> Int
}
