public import Foundation
public import Naru

/// A lasting sign-in on one device or in one browser.
@Payload(init: true)
public struct AccountSession: Sendable, Hashable, Identifiable {
  /// The session's id.
  public var id: UUID
  /// The provider of the sign-in.
  public var provider: SignInProvider
  /// The `User-Agent` of the sign-in. `nil` if there was none.
  public var device: String?
  /// When the user signed in.
  public var createdAt: Date
  /// When the session was last refreshed.
  public var lastUsedAt: Date
  /// Whether it is the session of the request.
  public var isCurrent: Bool
}
