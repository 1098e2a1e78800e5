import DockDock
import Foundation
import GRDB
import Naru
import Rules
import ServedSystem

/// The readers: what the sign-in provider reported about them, and what others see of them.
struct ReaderStore: Sendable {
  private static let nameRule = TextRule("display_name")

  let database: any DatabaseWriter
  let now: @Sendable () -> Date

  /// Creates the table, with the readers who have a shelf. It replaces the table `reviewer`, whose names came from the
  /// sign-in providers and not from the readers.
  static func createTable(_ db: Database) throws {
    try db.create(table: Reader.databaseTableName) { table in
      table.autoIncrementedPrimaryKey("number")
      table.column("userID", .text).notNull().unique()
      table.column("chosenName", .text)
      table.column("email", .text)
      table.column("pictureURL", .text)
      table.column("createdAt", .integer).notNull()
    }
    try db.execute(
      sql: """
        INSERT INTO reader (userID, createdAt)
        SELECT userID, min(createdAt) FROM reading_book GROUP BY userID ORDER BY min(createdAt);
        DROP TABLE reviewer;
        """
    )
  }

  func user(_ user: Caller.User) async throws -> User {
    if let known = try await database.read({ try Reader.fetch(user.key, $0) }) { return known.user(user) }
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
  static func enter(_ user: Caller.User, _ now: Int64, _ db: Database) throws -> Reader {
    if let known = try Reader.fetch(user.key, db) { return known }
    return try Reader(userID: user.key, createdAt: now).inserted(db)
  }

  private func change(
    _ user: Caller.User,
    _ change: @escaping @Sendable (inout Reader) -> Void
  ) async throws -> User {
    let now = now().milliseconds
    return try await database.write(for: user) { db in
      var reader = try Self.enter(user, now, db)
      change(&reader)
      try reader.update(db)
      return reader.user(user)
    }
  }
}

/// A row of the table.
struct Reader: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "reader"

  /// The number by which other readers know the reader.
  var number: Int64?
  var userID: String
  var chosenName: String?
  var email: String?
  var pictureURL: String?
  var createdAt: Int64

  static func fetch(_ userID: String, _ db: Database) throws -> Reader? {
    try filter(Column("userID") == userID).fetchOne(db)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) {
    number = inserted.rowID
  }

  /// The id and the name that other readers see. The name from the sign-in provider is not one of them, because it may be the
  /// legal name.
  var publicID: String { number.map(String.init) ?? "" }
  var publicName: String { chosenName ?? "독자 \(publicID)" }

  func user(_ user: Caller.User) -> User {
    User(
      id: userID,
      email: email ?? "",
      displayName: chosenName ?? user.name,
      avatarURL: pictureURL,
      createdAt: Date(milliseconds: createdAt)
    )
  }
}
