public import Naru

/// A user's own profile.
@Payload(init: true, nulls: true)
public struct Profile: Sendable, Hashable {
  /// The user's nickname.
  public var nickname: String
  /// The user's e-mail address, which only they see. It is empty if the sign-in provider gave none.
  public var email: String
  /// The day in Seoul when the user joined: `2026-03-04`.
  public var joinedDate: String
  /// The URL of the user's picture. Users without one have a drawn picture.
  @Key("profileImageUrl") public var imageURL: String
  /// The URL of a thumbnail.
  @Key("thumbnailProfileImageUrl") public var thumbnailURL: String?
}

/// Changes of a profile. `nil` leaves a field unchanged.
@Payload(init: true)
public struct ProfileChanges: Sendable, Hashable {
  /// The nickname: 2…9 Hangul syllables, Latin letters (A to Z) or digits. It must be unique regardless of case.
  public var nickname: String?
}

/// The availability of a nickname.
@Payload(init: true, nulls: true)
public struct NicknameCheck: Sendable, Hashable {
  /// Whether the nickname is available.
  public var isAvailable: Bool
  /// The reason why it is not, as a sentence to show.
  public var reason: String?
}
