import Foundation
import Naru
import Saerok
import Storage

/// The users, posts and comments of the board, in one transaction of the database.
struct CommunityStore {
  let db: Transaction
  /// The time in microseconds since 1970, which is the precision of dates on the wire.
  let now: Int64
  /// The pictures of users who have none.
  let pictures: DrawnPictures

  /// Creates the store of a transaction. `baseURL` is the address of the server, for the URLs of pictures.
  init(_ db: Transaction, now: Date, baseURL: String = "") {
    self.init(db, microseconds: Int64((now.timeIntervalSince1970 * 1_000_000).rounded()), baseURL: baseURL)
  }

  init(_ db: Transaction, microseconds: Int64, baseURL: String = "") {
    self.db = db
    now = microseconds
    pictures = DrawnPictures(baseURL: baseURL)
  }

  static func createTables(_ db: Transaction) throws {
    // Ids are never reused, so that a report of a deleted post does not refer to a new one. Skipping to a late page reads
    // `saerok_post_by_id`, and not the posts. Without the id in `saerok_post_by_author`, PostgreSQL looks for the newest posts of a
    // user among the posts of all users.
    try db.script(
      """
      CREATE TABLE saerok_person (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account TEXT UNIQUE,
        nickname TEXT NOT NULL,
        nickname_key TEXT NOT NULL UNIQUE,
        email TEXT,
        image_url TEXT,
        thumbnail_url TEXT,
        joined_at INTEGER NOT NULL
      );

      CREATE TABLE saerok_post (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        person INTEGER NOT NULL REFERENCES saerok_person (id) ON DELETE CASCADE,
        content TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      );

      CREATE TABLE saerok_comment (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        post INTEGER NOT NULL REFERENCES saerok_post (id) ON DELETE CASCADE,
        parent INTEGER REFERENCES saerok_comment (id) ON DELETE CASCADE,
        person INTEGER NOT NULL REFERENCES saerok_person (id) ON DELETE CASCADE,
        content TEXT NOT NULL,
        status TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      );

      CREATE TABLE saerok_report (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        person INTEGER NOT NULL REFERENCES saerok_person (id) ON DELETE CASCADE,
        post INTEGER,
        comment INTEGER,
        created_at INTEGER NOT NULL,
        UNIQUE (person, post),
        UNIQUE (person, comment)
      );

      CREATE TABLE saerok_block (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        person INTEGER NOT NULL REFERENCES saerok_person (id) ON DELETE CASCADE,
        blocked INTEGER NOT NULL REFERENCES saerok_person (id) ON DELETE CASCADE,
        blocked_at INTEGER NOT NULL,
        UNIQUE (person, blocked)
      );

      CREATE INDEX saerok_post_by_id ON saerok_post (id, person);
      CREATE INDEX saerok_post_by_author ON saerok_post (person, id);
      CREATE INDEX saerok_comment_by_post ON saerok_comment (post, parent);
      CREATE INDEX saerok_comment_by_parent ON saerok_comment (parent);
      CREATE INDEX saerok_comment_by_person ON saerok_comment (person);
      CREATE INDEX saerok_block_by_blocked ON saerok_block (blocked);
      """
    )
  }

  /// Returns the query for the users whom a viewer has blocked; none for a guest.
  static func hidden(from viewer: UserID?) -> SQL {
    "(SELECT blocked FROM saerok_block WHERE person = \(viewer))"
  }
}

extension Date {
  init(microseconds: Int64) {
    // `Date` stores seconds since 2001. A larger number would lose its last digits.
    self.init(timeIntervalSinceReferenceDate: Double(microseconds - 978_307_200_000_000) / 1_000_000)
  }
}
