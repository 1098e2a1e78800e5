/// What a person sees of themselves.
public struct Profile: Codable, Sendable, Hashable {
  /// The name that the person goes by.
  public var nickname: String
  /// The person's address, where it is known.
  public var email: String?
  /// The day when the person came, by Seoul's clocks: `2026-03-04`.
  public var joinedDate: String
  /// The address of the person's picture.
  public var imageURL: String?
  /// The address of a small picture.
  public var thumbnailURL: String?

  /// A profile.
  public init(
    nickname: String,
    email: String? = nil,
    joinedDate: String,
    imageURL: String? = nil,
    thumbnailURL: String? = nil
  ) {
    self.nickname = nickname
    self.email = email
    self.joinedDate = joinedDate
    self.imageURL = imageURL
    self.thumbnailURL = thumbnailURL
  }

  /// Writes the fields; what is not there is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nickname, forKey: .nickname)
    try container.encode(email, forKey: .email)
    try container.encode(joinedDate, forKey: .joinedDate)
    try container.encode(imageURL, forKey: .imageURL)
    try container.encode(thumbnailURL, forKey: .thumbnailURL)
  }

  private enum CodingKeys: String, CodingKey {
    case nickname
    case email
    case joinedDate
    case imageURL = "profileImageUrl"
    case thumbnailURL = "thumbnailProfileImageUrl"
  }
}

/// What shall change in a profile. `nil` leaves a field as it is.
public struct ProfileChanges: Codable, Sendable, Hashable {
  /// The name to go by: 2…9 Hangul syllables, Latin letters (A to Z) or digits, that nobody else has, in whatever case.
  public var nickname: String?

  /// Changes; what is left out stays as it is.
  public init(nickname: String? = nil) {
    self.nickname = nickname
  }
}

/// Whether a nickname can be had.
public struct NicknameCheck: Codable, Sendable, Hashable {
  /// Whether it can.
  public var isAvailable: Bool
  /// Why not, as a sentence for the person.
  public var reason: String?

  /// The answer about a nickname.
  public init(isAvailable: Bool, reason: String? = nil) {
    self.isAvailable = isAvailable
    self.reason = reason
  }

  /// Writes the fields; without a reason it is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isAvailable, forKey: .isAvailable)
    try container.encode(reason, forKey: .reason)
  }

  private enum CodingKeys: String, CodingKey {
    case isAvailable
    case reason
  }
}
