import DockDock
import Foundation
import Naru
import Rules
import ServedSystem
import Storage

/// The readers: what the sign-in provider reported about them, and what others see of them.
struct ReaderStore: Sendable {
  private static let nameRule = TextRule("display_name")

  let database: Database
  let now: @Sendable () -> Date

  func user(_ user: Caller.User) async throws -> User {
    if let known = try await database.read({ try Reader.fetch(user.id, $0) }) { return known.user(user) }
    return try await change(user) { _ in }
  }

  func update(_ user: Caller.User, _ changes: UserChanges) async throws -> User {
    let name = try changes.displayName.map { try Self.nameRule.checked($0) }
    return try await change(user) { if let name { $0.chosenName = name } }
  }

  /// Stores what the sign-in provider reports.
  func introduce(_ user: Caller.User, email: String?, pictureURL: String?) async throws {
    _ = try await change(user) { reader in
      reader.email = email
      reader.pictureURL = pictureURL
    }
  }

  /// Adds a reader who is new.
  static func enter(_ user: Caller.User, _ now: Int64, _ db: Transaction) throws -> Reader {
    if let known = try Reader.fetch(user.id, db) { return known }
    let number: Int64 = try db.value(
      "INSERT INTO dockdock_reader (user_id, created_at) VALUES (\(user.id), \(now)) RETURNING number"
    )
    return Reader(number: number, createdAt: now)
  }

  private func change(
    _ user: Caller.User,
    _ change: @escaping @Sendable (inout Reader) -> Void
  ) async throws -> User {
    let now = now().milliseconds
    return try await database.write(for: user) { db in
      var reader = try Self.enter(user, now, db)
      change(&reader)
      try db.run(
        """
        UPDATE dockdock_reader
        SET chosen_name = \(reader.chosenName), email = \(reader.email), picture_url = \(reader.pictureURL)
        WHERE number = \(reader.number)
        """
      )
      return reader.user(user)
    }
  }
}

/// A row of the table.
struct Reader: Sendable {
  /// The number by which other readers know the reader.
  let number: Int64
  var chosenName: String?
  var email: String?
  var pictureURL: String?
  let createdAt: Int64

  static func fetch(_ user: UUID, _ db: Transaction) throws -> Reader? {
    try db.first(
      """
      SELECT number, chosen_name, email, picture_url, created_at FROM dockdock_reader WHERE user_id = \(user)
      """
    ) { row in
      Reader(
        number: try row["number"],
        chosenName: try row["chosen_name"],
        email: try row["email"],
        pictureURL: try row["picture_url"],
        createdAt: try row["created_at"]
      )
    }
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
      createdAt: Date(milliseconds: createdAt)
    )
  }
}
