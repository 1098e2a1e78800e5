public import Foundation

/// The users of a server with stand-ins for sign-in, for ``Lab``.
@_spi(Lab)
public protocol PeopleDirectory: Sendable {
  /// Returns the users, the newest account first, at most 100.
  ///
  /// - Returns: the users.
  /// - Throws: an error of the database.
  func people() async throws -> [LabAPI.Person]

  /// Signs a user in without a browser. A user with a new name gets an account.
  ///
  /// - Parameter name: the name.
  /// - Returns: the tokens of a new session.
  /// - Throws: an error of the database or of sign-in.
  func signIn(_ name: String) async throws -> LabAPI.Tokens

  /// Signs an existing user in without a browser.
  ///
  /// - Parameter id: the id.
  /// - Returns: the tokens of a new session. `nil` if no user has the id.
  /// - Throws: an error of the database or of sign-in.
  func signIn(id: UUID) async throws -> LabAPI.Tokens?

  /// Returns the active sessions of a user, the most recently used first, at most 100.
  ///
  /// - Parameter user: the id.
  /// - Returns: the sessions. Empty for an unknown user.
  /// - Throws: an error of the database.
  func sessions(of user: UUID) async throws -> [LabAPI.Session]

  /// Ends one session, whose tokens are then rejected.
  ///
  /// - Parameter id: the id of the session.
  /// - Returns: whether there was one.
  /// - Throws: an error of the database.
  func endSession(_ id: UUID) async throws -> Bool

  /// Ends all sessions of a user, whose tokens are then rejected.
  ///
  /// - Parameter user: the id.
  /// - Returns: the number of sessions that were ended.
  /// - Throws: an error of the database.
  func endSessions(of user: UUID) async throws -> Int
}
