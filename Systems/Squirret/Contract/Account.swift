public import Foundation
public import Naru

/// A person as the provider of the sign-in described them.
@Payload(init: true)
public struct Account: Sendable, Hashable, Identifiable {
  /// The person's id, which never changes.
  public var id: UUID
  /// The e-mail address; not every provider tells it, nor every person.
  public var email: String?
  /// The name to show.
  public var name: String?
  /// With what the person signed in.
  public var provider: SignInProvider
  /// The address of the person's picture.
  @Key("profileImageUrl") public var profileImageURL: String?
}

/// One sign-in that lasts: a device, or a browser.
@Payload(init: true)
public struct AccountSession: Sendable, Hashable, Identifiable {
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
}
