import DockDock
import Foundation
import Naru
import Rules
import Storage

/// The readers: their profile from the sign-in provider, and their public profile.
extension DockDockStore {
  private static let nameRule = TextRule("display_name")

  /// Returns the reader. `nil` for a user who is new.
  func userIfKnown() throws -> User? { try Reader.fetch(user.key, db)?.user(user) }

  /// Returns the reader, who may be new.
  func enter() throws -> Reader {
    if let known = try Reader.fetch(user.key, db) { return known }
    let number: Int64 = try db.value(
      "INSERT INTO dockdock_reader (user_id, created_at) VALUES (\(user.id), \(now)) RETURNING number"
    )
    return Reader(number: number, createdAt: now)
  }

  func update(_ changes: UserChanges) throws -> User {
    var reader = try enter()
    if let name = changes.displayName { reader.chosenName = try Self.nameRule.checked(name) }
    try db.update(reader, in: "dockdock_reader", key: "number")
    return reader.user(user)
  }

  /// Stores the profile from the sign-in provider.
  func introduce(email: String?, pictureURL: String?) throws {
    var reader = try enter()
    reader.email = email
    reader.pictureURL = pictureURL
    try db.update(reader, in: "dockdock_reader", key: "number")
  }
}

/// A row of the table.
struct Reader: Codable, Sendable {
  /// The reader's public number.
  let number: Int64
  var chosenName: String?
  var email: String?
  var pictureURL: String?
  let createdAt: Date

  static func fetch(_ user: String, _ db: Transaction) throws -> Reader? {
    try db.first("SELECT * FROM dockdock_reader WHERE user_id = \(user)", as: Reader.self)
  }

  /// The id and the name that other readers see. The name from the sign-in provider is not one of them, because it may be the
  /// legal name.
  var publicID: String { String(number) }
  var publicName: String { chosenName ?? "독자 \(publicID)" }

  func user(_ user: Caller.User) -> User {
    User(
      id: user.key,
      email: email ?? "",
      displayName: chosenName ?? user.name,
      avatarURL: pictureURL,
      createdAt: createdAt
    )
  }
}
