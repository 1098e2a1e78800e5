public import Foundation

/// A person as the provider of the sign-in described them.
public struct Account: Codable, Sendable, Hashable, Identifiable {
  /// The person's id, which never changes.
  public var id: UUID
  /// The e-mail address; not every provider tells it, nor every person.
  public var email: String?
  /// The name to show.
  public var name: String?
  /// With what the person signed in.
  public var provider: SignInProvider
  /// The address of the person's picture.
  public var profileImageURL: String?

  /// A person.
  public init(
    id: UUID,
    email: String? = nil,
    name: String? = nil,
    provider: SignInProvider,
    profileImageURL: String? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.provider = provider
    self.profileImageURL = profileImageURL
  }

  private enum CodingKeys: String, CodingKey {
    case id, email, name, provider
    case profileImageURL = "profileImageUrl"
  }
}

/// One sign-in that lasts: a device, or a browser.
public struct AccountSession: Codable, Sendable, Hashable, Identifiable {
  /// The session's id.
  public var id: UUID
  /// With what the person signed in.
  public var provider: SignInProvider
  /// What the device said that it is. `nil` where it said nothing.
  public var device: String?
  /// When the person signed in.
  public var createdAt: Date
  /// When the session was refreshed last.
  public var lastUsedAt: Date
  /// Whether it is the session with which the list was asked for.
  public var isCurrent: Bool

  /// A session.
  public init(
    id: UUID,
    provider: SignInProvider,
    device: String? = nil,
    createdAt: Date,
    lastUsedAt: Date,
    isCurrent: Bool
  ) {
    self.id = id
    self.provider = provider
    self.device = device
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.isCurrent = isCurrent
  }
}
