public import Foundation
public import Naru

/// A user as the sign-in provider described them.
@Payload(init: true)
public struct AccountProfile: Sendable, Hashable, Identifiable {
  /// The user's id, which never changes.
  public var id: UUID
  /// The e-mail address. `nil` if the provider or the user does not share it.
  public var email: String?
  /// The display name.
  public var name: String?
  /// The provider of the current sign-in.
  public var provider: SignInProvider
  /// The address of the user's picture.
  @Key("profileImageUrl") public var profileImageURL: String?
}
