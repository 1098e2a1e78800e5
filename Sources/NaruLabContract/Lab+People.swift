public import Foundation
public import Naru

extension Lab {
  /// A person with an account on the server.
  @Payload(init: true)
  public struct Person: Sendable, Hashable, Identifiable {
    /// The id.
    public var id: UUID
    /// The name.
    public var name: String?
    /// The number of active sessions.
    public var sessions: Int
  }

  /// The name of a person.
  @Payload(init: true)
  public struct PersonName: Sendable, Hashable {
    /// The name, with at most 50 characters.
    public var name: String
  }

  /// The tokens of a session.
  @Payload(init: true)
  public struct Tokens: Sendable, Hashable {
    /// The token for calls.
    public var accessToken: Secret
    /// The token for new tokens.
    public var refreshToken: Secret
  }

  /// An active session of a person.
  @Payload(init: true)
  public struct Session: Sendable, Hashable, Identifiable {
    /// The id.
    public var id: UUID
    /// The provider with which the person signed in, such as `NAVER`.
    public var provider: String?
    /// The browser or the program in which the person signed in.
    public var device: String?
    /// When the person signed in, by the server's clock.
    public var startedAt: Date
    /// When the session was last renewed, by the server's clock.
    public var lastUsedAt: Date
  }

  /// How many sessions were ended.
  @Payload(init: true)
  public struct EndedSessions: Sendable, Hashable {
    /// The number.
    public var count: Int
  }
}
