import Foundation
import Naru
import Saerok
import Storage

extension CommunityStore {
  /// Returns the comments on a post that a viewer can see, oldest first, with their replies.
  func comments(on postID: Post.ID, _ page: Page, for viewer: UserID?) throws -> CommentPage {
    let post = try post(postID, for: viewer)
    let hidden = Self.hidden(from: viewer)
    let found = try db.all(
      """
      \(Self.selectComment)
      WHERE comment.post = \(postID) AND comment.parent IS NULL AND comment.person NOT IN \(hidden)
        AND (comment.status <> 'DELETED' OR EXISTS (
          SELECT * FROM saerok_comment reply WHERE reply.parent = comment.id AND reply.person NOT IN \(hidden)
        ))
      ORDER BY comment.id \(page.withOneMore)
      """
    ) { try Comment($0, for: viewer, pictures) }
    var comments = Array(found.prefix(page.size))
    let replies = try replies(on: postID, to: comments.map(\.id), for: viewer)
    for index in comments.indices { comments[index].replies = replies[comments[index].id] ?? [] }
    return CommentPage(items: comments, isMyPost: post.isMine, hasNext: found.count > page.size)
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
      let isHidden = try db.exists(
        "SELECT blocked FROM saerok_block WHERE person = \(person) AND blocked = \(row.author)"
      )
      guard row.status == .known(.active), !isHidden else { throw Self.commentNotFound }
      guard row.parent == nil else {
        throw APIError.invalidRequest([.korean: "답글에는 답글을 달 수 없습니다.", .english: "A reply can't have replies."])
      }
    }
    return WrittenComment(
      id: try db.value(
        """
        INSERT INTO saerok_comment (post, parent, person, content, status, created_at, updated_at)
        VALUES (\(postID), \(parent), \(person), \(content), \(Comment.Status.active), \(now), \(now)) RETURNING id
        """
      )
    )
  }

  func editComment(
    _ id: Comment.ID,
    on postID: Post.ID,
    _ content: String,
    by person: UserID
  ) throws -> WrittenComment {
    let row = try readable(id, on: postID)
    guard row.author == person else { throw Self.notTheAuthor }
    try db.run("UPDATE saerok_comment SET content = \(content), updated_at = \(now) WHERE id = \(id)")
    return WrittenComment(id: id, content: content)
  }

  func deleteComment(_ id: Comment.ID, on postID: Post.ID, by person: UserID) throws {
    let row = try readable(id, on: postID)
    guard try row.author == person || author(ofPost: postID) == person else { throw Self.notTheAuthor }
    if try hasReplies(id) {
      // The content is deleted now, and the row with the last reply.
      let deleted = Comment.Status.deleted
      try db.run("UPDATE saerok_comment SET content = '', status = \(deleted), updated_at = \(now) WHERE id = \(id)")
      return
    }
    try db.run("DELETE FROM saerok_comment WHERE id = \(id)")
    if let parent = row.parent, try self.row(of: parent, on: postID).isDeleted, try !hasReplies(parent) {
      try db.run("DELETE FROM saerok_comment WHERE id = \(parent)")
    }
  }

  func reportComment(_ id: Comment.ID, on postID: Post.ID, by person: UserID) throws -> Report {
    guard try readable(id, on: postID).author != person else { throw Self.ownReport }
    return try report("comment", id, by: person)
  }

  private struct CommentRow: Decodable {
    let author: UserID
    let parent: Comment.ID?
    let status: ExtensibleEnum<Comment.Status>
    var isDeleted: Bool { status == .known(.deleted) }
  }

  private func row(of id: Comment.ID, on postID: Post.ID) throws -> CommentRow {
    let row = try db.first(
      "SELECT person AS author, parent, status FROM saerok_comment WHERE id = \(id) AND post = \(postID)",
      as: CommentRow.self
    )
    guard let row else { throw Self.commentNotFound }
    return row
  }

  /// Returns a comment that is not deleted. Checks the post first, so that the error names a missing post.
  private func readable(_ id: Comment.ID, on postID: Post.ID) throws -> CommentRow {
    _ = try author(ofPost: postID)
    let row = try row(of: id, on: postID)
    guard !row.isDeleted else { throw Self.commentNotFound }
    return row
  }

  private func hasReplies(_ id: Comment.ID) throws -> Bool {
    try db.exists("SELECT id FROM saerok_comment WHERE parent = \(id) LIMIT 1")
  }

  /// Returns the replies to the comments of a page, oldest first, by comment.
  private func replies(
    on postID: Post.ID,
    to comments: [Comment.ID],
    for viewer: UserID?
  ) throws -> [Comment.ID: [Comment]] {
    guard let first = comments.first, let last = comments.last else { return [:] }
    let replies = try db.all(
      """
      \(Self.selectComment)
      WHERE comment.post = \(postID) AND comment.parent BETWEEN \(first) AND \(last)
        AND comment.person NOT IN \(Self.hidden(from: viewer))
      ORDER BY comment.id
      """
    ) { try Comment($0, for: viewer, pictures) }
    return Dictionary(grouping: replies) { $0.parentID ?? 0 }
  }

  private static let selectComment: SQL = """
    SELECT comment.id, person.id AS author, person.nickname, person.image_url, person.thumbnail_url, comment.content,
      comment.status, comment.parent, comment.created_at, comment.updated_at
    FROM saerok_comment comment JOIN saerok_person person ON person.id = comment.person
    """

  private static var commentNotFound: APIError {
    .notFound(LocalizedMessage(korean: "댓글을 찾을 수 없습니다.", english: "Comment not found."))
  }
}

extension Comment {
  /// Creates a comment without replies from a row of `selectComment`.
  fileprivate init(_ row: Row, for viewer: UserID?, _ pictures: DrawnPictures) throws {
    let id: Comment.ID = try row["id"]
    let author = try Author(row, pictures)
    let content: String = try row["content"]
    let status: ExtensibleEnum<Status> = try row["status"]
    self.init(
      id: id,
      author: author,
      content: status == .known(.deleted) ? Self.deletedText : content,
      status: status,
      parentID: try row["parent"],
      isMine: author.id == viewer,
      createdAt: Date(microseconds: try row["created_at"]),
      updatedAt: Date(microseconds: try row["updated_at"])
    )
  }
}
