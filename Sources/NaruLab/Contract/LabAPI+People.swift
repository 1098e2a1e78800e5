public import Foundation
public import Naru

extension LabAPI {
  /// A user with an account on the server.
  @Payload(init: true)
  public struct Person: Sendable, Hashable, Identifiable {
    /// The id.
    public var id: UUID
    /// The name.
    public var name: String?
    /// The number of active sessions.
    public var sessions: Int
  }

  /// A user to sign in, by name or by id.
  @Payload(init: true)
  public struct PersonName: Sendable, Hashable {
    /// The name, with at most 50 characters.
    public var name: String
    /// The id of an existing user, because two can have one name.
    public var id: UUID?
  }

  /// The tokens of a session.
  @Payload(init: true)
  public struct Tokens: Sendable, Hashable {
    /// The token for calls.
    public var accessToken: Secret
    /// The token for new tokens.
    public var refreshToken: Secret
  }

  /// An active session of a user.
  @Payload(init: true)
  public struct Session: Sendable, Hashable, Identifiable {
    /// The id.
    public var id: UUID
    /// The user's sign-in provider, such as `NAVER`.
    public var provider: String?
    /// The browser or the program that the user signed in with.
    public var device: String?
    /// When the user signed in, by the server's clock.
    public var startedAt: Date
    /// When the session was last renewed, by the server's clock.
    public var lastUsedAt: Date
  }

  /// The result of ending sessions.
  @Payload(init: true)
  public struct EndedSessions: Sendable, Hashable {
    /// The number of sessions that were ended.
    public var count: Int
  }
}
