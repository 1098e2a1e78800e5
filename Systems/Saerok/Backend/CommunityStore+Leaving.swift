import Naru
import Saerok
import Storage

extension CommunityStore {
  /// Removes a user and everything that they wrote. A comment with replies stays as a deleted comment of
  /// ``formerMember()``.
  func remove(_ id: UserID) throws {
    // Deleting a post deletes its comments. Deleting the user deletes their reports and blocks.
    try db.run("DELETE FROM saerok_post WHERE person = \(id)")
    try db.run("DELETE FROM saerok_comment WHERE person = \(id) AND parent IS NOT NULL")
    let kept: SQL = "person = \(id) AND id IN (SELECT parent FROM saerok_comment WHERE parent IS NOT NULL)"
    let deleted = Comment.Status.deleted
    if try db.exists("SELECT id FROM saerok_comment WHERE \(kept) LIMIT 1") {
      try db.run(
        """
        UPDATE saerok_comment SET person = \(try formerMember()), content = '', status = \(deleted), updated_at = \(now)
        WHERE \(kept)
        """
      )
    }
    // Deleted comments stay only for their replies, and the last reply may be deleted by now.
    try db.run(
      """
      DELETE FROM saerok_comment WHERE status = \(deleted) AND parent IS NULL
        AND NOT EXISTS (SELECT * FROM saerok_comment reply WHERE reply.parent = saerok_comment.id)
      """
    )
    try db.run("DELETE FROM saerok_person WHERE id = \(id)")
  }

  /// Returns the shared user for all deleted accounts. Its account name can't collide, because all others are UUIDs.
  private func formerMember() throws -> UserID {
    let account = "nobody"
    let known = try db.valueIfAny("SELECT id FROM saerok_person WHERE account = \(account)", as: UserID.self)
    return try known ?? add(account: account, nickname: freeNickname(for: "탈퇴한사람"))
  }
}
