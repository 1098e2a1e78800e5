public import Naru

/// What a person sees of themselves.
@Payload(init: true, nulls: true)
public struct Profile: Sendable, Hashable {
  /// The name that the person goes by.
  public var nickname: String
  /// The person's address, where it is known.
  public var email: String?
  /// The day when the person came, by Seoul's clocks: `2026-03-04`.
  public var joinedDate: String
  /// The address of the person's picture.
  @Key("profileImageUrl") public var imageURL: String?
  /// The address of a small picture.
  @Key("thumbnailProfileImageUrl") public var thumbnailURL: String?
}

/// What shall change in a profile. `nil` leaves a field as it is.
@Payload(init: true)
public struct ProfileChanges: Sendable, Hashable {
  /// The name to go by: 2…9 Hangul syllables, Latin letters (A to Z) or digits, that nobody else has, in whatever case.
  public var nickname: String?
}

/// Whether a nickname can be had.
@Payload(init: true, nulls: true)
public struct NicknameCheck: Sendable, Hashable {
  /// Whether it can.
  public var isAvailable: Bool
  /// Why not, as a sentence for the person.
  public var reason: String?
}
