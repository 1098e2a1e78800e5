import GRDB
import Naru
import Saerok

extension Community {
  /// Removes a person and all that they wrote. A comment to which others replied stays as a deleted one of nobody.
  func remove(_ id: UserID) throws {
    // Posts take their comments along, and the person takes along what they reported and whom they blocked.
    try db.execute(sql: "DELETE FROM saerok_post WHERE person = ?", arguments: [id])
    try db.execute(sql: "DELETE FROM saerok_comment WHERE person = ? AND parent IS NOT NULL", arguments: [id])
    let kept = "person = ? AND id IN (SELECT parent FROM saerok_comment WHERE parent IS NOT NULL)"
    if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM saerok_comment WHERE \(kept))", arguments: [id]) == true
    {
      try db.execute(
        sql: "UPDATE saerok_comment SET person = ?, content = '', status = ?, updated_at = ? WHERE \(kept)",
        arguments: [try nobody(), Comment.Status.deleted.rawValue, now, id]
      )
    }
    // Deleted comments stay for their replies only, of which the last may just have gone.
    try db.execute(
      sql: """
        DELETE FROM saerok_comment WHERE status = ? AND parent IS NULL
          AND NOT EXISTS (SELECT * FROM saerok_comment reply WHERE reply.parent = saerok_comment.id)
        """,
      arguments: [Comment.Status.deleted.rawValue]
    )
    try db.execute(sql: "DELETE FROM saerok_person WHERE id = ?", arguments: [id])
  }

  /// The person who stands for all who left. No account is called so: they are UUIDs.
  private func nobody() throws -> UserID {
    let account = "nobody"
    if let id = try UserID.fetchOne(db, sql: "SELECT id FROM saerok_person WHERE account = ?", arguments: [account]) {
      return id
    }
    return try add(account: account, nickname: freeNickname(for: "탈퇴한사람"))
  }
}
