import Foundation
import Naru
import Rules
import Saerok
import Storage

extension CommunityStore {
  /// Returns the id of a user, or `nil` if they are not a member yet.
  func person(of user: Caller.User) throws -> UserID? {
    try db.valueIfAny("SELECT id FROM saerok_person WHERE account = \(user.id)")
  }

  /// Returns the id of a user. A new user becomes a member, with a nickname derived from their name.
  func enter(_ user: Caller.User) throws -> UserID {
    if let id = try person(of: user) { return id }
    return try add(account: user.id.uuidString.lowercased(), nickname: freeNickname(for: user.name ?? ""))
  }

  func add(account: String?, nickname: Nickname) throws -> UserID {
    try db.value(
      """
      INSERT INTO saerok_person (account, nickname, nickname_key, joined_at)
      VALUES (\(account), \(nickname.text), \(nickname.key), \(now)) RETURNING id
      """
    )
  }

  func introduce(_ id: UserID, _ email: String?, _ pictureURL: String?) throws {
    try db.run(
      """
      UPDATE saerok_person SET email = \(email), image_url = \(pictureURL), thumbnail_url = \(pictureURL)
      WHERE id = \(id)
      """
    )
  }

  func profile(of id: UserID) throws -> Profile {
    let profile = try db.first(
      """
      SELECT id AS author, nickname, image_url, thumbnail_url, coalesce(email, '') AS email, joined_at
      FROM saerok_person WHERE id = \(id)
      """
    ) { row in
      let person = try Author(row, pictures)
      return Profile(
        nickname: person.nickname,
        email: try row["email"],
        joinedDate: Self.day(try row["joined_at"]),
        imageURL: person.imageURL ?? pictures.url(of: id),
        thumbnailURL: person.thumbnailURL
      )
    }
    guard let profile else { throw Self.personNotFound }
    return profile
  }

  func rename(_ id: UserID, to nickname: Nickname?) throws -> Profile {
    if let nickname {
      guard try !isTaken(nickname, besides: id) else { throw APIError(declared: .nicknameTaken, Self.taken) }
      try db.run(
        "UPDATE saerok_person SET nickname = \(nickname.text), nickname_key = \(nickname.key) WHERE id = \(id)"
      )
    }
    return try profile(of: id)
  }

  func check(_ nickname: Nickname, for viewer: UserID?, in language: Language) throws -> NicknameCheck {
    try isTaken(nickname, besides: viewer)
      ? NicknameCheck(isAvailable: false, reason: Self.taken.text(in: language)) : NicknameCheck(isAvailable: true)
  }

  private func isTaken(_ nickname: Nickname, besides id: UserID?) throws -> Bool {
    try db.exists("SELECT id FROM saerok_person WHERE nickname_key = \(nickname.key) AND id IS DISTINCT FROM \(id)")
  }

  /// Returns a nickname from the allowed characters of a name, followed by a number if the nickname is taken.
  func freeNickname(for name: String) throws -> Nickname {
    let letters = name.precomposedStringWithCanonicalMapping.unicodeScalars.filter(Nickname.isAllowed)
    let base = letters.count < 2 ? "탐조인" : String(String.UnicodeScalarView(letters.prefix(9)))
    if let nickname = try? Nickname(base), try !isTaken(nickname, besides: nil) { return nickname }
    // The next user's id is free in most cases, so the search is short.
    var number = try db.value("SELECT coalesce(max(id), 0) + 1 FROM saerok_person", as: Int.self)
    while true {
      let nickname = try Nickname(base.prefix(9 - String(number).count) + String(number))
      if try !isTaken(nickname, besides: nil) { return nickname }
      number += 1
    }
  }

  /// Returns the day of a moment in Seoul.
  private static func day(_ microseconds: Int64) -> String {
    let date = Date(microseconds: microseconds)
    return date.formatted(Date.ISO8601FormatStyle(timeZone: Seoul.timeZone).year().month().day())
  }

  private static let taken = LocalizedMessage(
    korean: "이미 사용 중인 닉네임입니다.",
    english: "This nickname is already taken."
  )

  static var personNotFound: APIError {
    APIError(declared: .personUnknown, LocalizedMessage(korean: "사용자를 찾을 수 없습니다.", english: "Person not found."))
  }
}

// MARK: - Blocks

extension CommunityStore {
  func blocked(by id: UserID) throws -> [BlockedPerson] {
    try db.all(
      """
      SELECT person.id, person.nickname, block.blocked_at
      FROM saerok_block block JOIN saerok_person person ON person.id = block.blocked
      WHERE block.person = \(id) ORDER BY block.number DESC
      """
    ) { row in
      BlockedPerson(
        id: try row["id"],
        nickname: try row["nickname"],
        blockedAt: Date(microseconds: try row["blocked_at"])
      )
    }
  }

  func block(_ blocked: UserID, by id: UserID) throws -> CreatedOrExisting<BlockedPerson> {
    guard blocked != id else {
      throw APIError.invalidRequest([.korean: "본인은 차단할 수 없습니다.", .english: "You can't block yourself."])
    }
    guard try db.exists("SELECT id FROM saerok_person WHERE id = \(blocked)") else { throw Self.personNotFound }
    let isNew =
      try db.run(
        """
        INSERT INTO saerok_block (person, blocked, blocked_at) VALUES (\(id), \(blocked), \(now))
        ON CONFLICT DO NOTHING
        """
      ) == 1
    guard let person = try self.blocked(by: id).first(where: { $0.id == blocked }) else { throw Self.personNotFound }
    return CreatedOrExisting(person, isNew: isNew)
  }

  func unblock(_ blocked: UserID, by id: UserID) throws {
    try db.run("DELETE FROM saerok_block WHERE person = \(id) AND blocked = \(blocked)")
  }
}
