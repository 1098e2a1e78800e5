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

  /// How many sessions were ended.
  @Payload(init: true)
  public struct EndedSessions: Sendable, Hashable {
    /// The number.
    public var count: Int
  }
}
