import Rules

/// Whom to block.
public struct PersonToBlock: Codable, Sendable, Hashable {
  /// The number of the person.
  public var id: UserID

  /// Somebody to block.
  public init(id: UserID) {
    self.id = id
  }

  /// Reads the number. One that is not whole is an error that names it.
  public init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: CodingKeys.self).decodeWhole(UserID.self, forKey: .id)
  }

  private enum CodingKeys: String, CodingKey {
    case id = "userId"
  }
}
