import GRDB
import Naru
import Saerok

extension Community {
  /// Removes a person and everything that they wrote. A comment with replies stays as a deleted one of
  /// ``formerMember()``.
  func remove(_ id: UserID) throws {
    // Deleting a post deletes its comments. Deleting the person deletes their reports and blocks.
    try db.execute(sql: "DELETE FROM saerok_post WHERE person = ?", arguments: [id])
    try db.execute(sql: "DELETE FROM saerok_comment WHERE person = ? AND parent IS NOT NULL", arguments: [id])
    let kept = "person = ? AND id IN (SELECT parent FROM saerok_comment WHERE parent IS NOT NULL)"
    if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM saerok_comment WHERE \(kept))", arguments: [id]) == true
    {
      try db.execute(
        sql: "UPDATE saerok_comment SET person = ?, content = '', status = ?, updated_at = ? WHERE \(kept)",
        arguments: [try formerMember(), Comment.Status.deleted.rawValue, now, id]
      )
    }
    // Deleted comments stay only for their replies, and the last reply may be deleted by now.
    try db.execute(
      sql: """
        DELETE FROM saerok_comment WHERE status = ? AND parent IS NULL
          AND NOT EXISTS (SELECT * FROM saerok_comment reply WHERE reply.parent = saerok_comment.id)
        """,
      arguments: [Comment.Status.deleted.rawValue]
    )
    try db.execute(sql: "DELETE FROM saerok_person WHERE id = ?", arguments: [id])
  }

  /// Returns the shared person for all deleted accounts. Its account name can't collide, because all others are UUIDs.
  private func formerMember() throws -> UserID {
    let account = "nobody"
    if let id = try UserID.fetchOne(db, sql: "SELECT id FROM saerok_person WHERE account = ?", arguments: [account]) {
      return id
    }
    return try add(account: account, nickname: freeNickname(for: "탈퇴한사람"))
  }
}
