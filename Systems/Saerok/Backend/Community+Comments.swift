import Foundation
import GRDB
import Naru
import Saerok

extension Community {
  /// Returns the comments on a post that a viewer can see, oldest first, with their replies.
  func comments(on postID: Post.ID, _ page: PageRange, for viewer: UserID?) throws -> CommentPage {
    let post = try post(postID, for: viewer)
    let rows = try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          \(Self.selectComment)
          WHERE comment.post = :post AND comment.parent IS NULL AND comment.person NOT IN \(Self.hidden)
            AND (comment.status <> 'DELETED' OR EXISTS (
              SELECT * FROM saerok_comment reply WHERE reply.parent = comment.id AND reply.person NOT IN \(Self.hidden)
            ))
          ORDER BY comment.id LIMIT :limit OFFSET :offset
          """
      ),
      arguments: ["viewer": viewer, "post": postID, "limit": page.size + 1, "offset": page.offset]
    )
    var comments = rows.prefix(page.size).map { Comment($0, for: viewer, pictures) }
    let replies = try replies(on: postID, to: comments.map(\.id), for: viewer)
    for index in comments.indices { comments[index].replies = replies[comments[index].id] ?? [] }
    return CommentPage(items: comments, isMyPost: post.isMine, hasNext: rows.count > page.size)
  }

  /// Returns the number of comments and replies, regardless of blocks.
  func commentCount(on postID: Post.ID) throws -> CommentCount {
    CommentCount(count: try post(postID, for: nil).commentCount)
  }

  func writeComment(
    _ content: String,
    on postID: Post.ID,
    parent: Comment.ID?,
    by person: UserID
  ) throws -> WrittenComment {
    _ = try post(postID, for: person)
    if let parent {
      let row = try row(of: parent, on: postID)
      let isHidden = try Bool.fetchOne(
        db,
        sql: "SELECT :author IN \(Self.hidden)",
        arguments: ["author": row.author, "viewer": person]
      )
      guard row.status == .active, isHidden == false else { throw Self.commentNotFound }
      guard row.parent == nil else {
        throw APIError.invalid(
          Sentence(korean: "답글에는 답글을 달 수 없습니다.", english: "A reply can't have replies.")
        )
      }
    }
    try db.execute(
      sql: """
        INSERT INTO saerok_comment (post, parent, person, content, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [postID, parent, person, content, Comment.Status.active.rawValue, now, now]
    )
    return WrittenComment(id: db.lastInsertedRowID)
  }

  func editComment(
    _ id: Comment.ID,
    on postID: Post.ID,
    _ content: String,
    by person: UserID
  ) throws -> WrittenComment {
    let row = try readable(id, on: postID)
    guard row.author == person else { throw Self.notTheAuthor }
    try db.execute(
      sql: "UPDATE saerok_comment SET content = ?, updated_at = ? WHERE id = ?",
      arguments: [content, now, id]
    )
    return WrittenComment(id: id, content: content)
  }

  func deleteComment(_ id: Comment.ID, on postID: Post.ID, by person: UserID) throws {
    let row = try readable(id, on: postID)
    guard try row.author == person || author(ofPost: postID) == person else { throw Self.notTheAuthor }
    if try hasReplies(id) {
      // The text is deleted now, and the row with the last reply.
      try db.execute(
        sql: "UPDATE saerok_comment SET content = '', status = ?, updated_at = ? WHERE id = ?",
        arguments: [Comment.Status.deleted.rawValue, now, id]
      )
      return
    }
    try db.execute(sql: "DELETE FROM saerok_comment WHERE id = ?", arguments: [id])
    if let parent = row.parent, try self.row(of: parent, on: postID).status == .deleted, try !hasReplies(parent) {
      try db.execute(sql: "DELETE FROM saerok_comment WHERE id = ?", arguments: [parent])
    }
  }

  func reportComment(_ id: Comment.ID, on postID: Post.ID, by person: UserID) throws -> Report {
    guard try readable(id, on: postID).author != person else { throw Self.ownReport }
    return try report("comment", id, by: person)
  }

  private struct CommentRow {
    var author: UserID
    var parent: Comment.ID?
    var status: Comment.Status?
  }

  private func row(of id: Comment.ID, on postID: Post.ID) throws -> CommentRow {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT person, parent, status FROM saerok_comment WHERE id = ? AND post = ?",
      arguments: [id, postID]
    )
    guard let row else { throw Self.commentNotFound }
    return CommentRow(author: row[0], parent: row[1], status: Comment.Status(rawValue: row[2]))
  }

  /// Returns a comment that is not deleted. Checks the post first, so that the error names a missing post.
  private func readable(_ id: Comment.ID, on postID: Post.ID) throws -> CommentRow {
    _ = try author(ofPost: postID)
    let row = try row(of: id, on: postID)
    guard row.status != .deleted else { throw Self.commentNotFound }
    return row
  }

  private func hasReplies(_ id: Comment.ID) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM saerok_comment WHERE parent = ?)", arguments: [id])
      ?? false
  }

  /// Returns the replies to the comments of a page, oldest first, by comment.
  private func replies(
    on postID: Post.ID,
    to comments: [Comment.ID],
    for viewer: UserID?
  ) throws -> [Comment.ID: [Comment]] {
    guard let first = comments.first, let last = comments.last else { return [:] }
    let rows = try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          \(Self.selectComment)
          WHERE comment.post = :post AND comment.parent BETWEEN :first AND :last AND comment.person NOT IN \(Self.hidden)
          ORDER BY comment.id
          """
      ),
      arguments: ["viewer": viewer, "post": postID, "first": first, "last": last]
    )
    return Dictionary(grouping: rows.map { Comment($0, for: viewer, pictures) }) { $0.parentID ?? 0 }
  }

  private static let selectComment = """
    SELECT comment.id, person.id, person.nickname, person.image_url, person.thumbnail_url, comment.content, comment.status,
      comment.parent, comment.created_at, comment.updated_at
    FROM saerok_comment comment JOIN saerok_person person ON person.id = comment.person
    """

  private static var commentNotFound: APIError {
    .notFound(Sentence(korean: "댓글을 찾을 수 없습니다.", english: "Comment not found."))
  }
}

extension Comment {
  /// Creates a comment without replies from a row of `selectComment`.
  fileprivate init(_ row: Row, for viewer: UserID?, _ pictures: DrawnPictures) {
    let author = Author(row, from: 1, pictures)
    let status = Open<Status>(rawValue: row[6])
    self.init(
      id: row[0],
      author: author,
      content: status == .known(.deleted) ? Self.deletedText : row[5],
      status: status,
      parentID: row[7],
      isMine: author.id == viewer,
      createdAt: Date(microseconds: row[8]),
      updatedAt: Date(microseconds: row[9])
    )
  }
}
