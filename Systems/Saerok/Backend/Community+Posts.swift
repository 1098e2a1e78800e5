import Foundation
import GRDB
import Naru
import Saerok

extension Community {
  /// Returns the posts that a viewer can see, newest first.
  func posts(_ page: PageRange, for viewer: UserID?) throws -> PostPage {
    try posts(where: "post.person NOT IN \(Self.hidden)", page, for: viewer)
  }

  /// Returns the posts of an author, newest first. The list is empty for `nil`, a user who is not a member yet.
  func posts(_ page: PageRange, by author: UserID?) throws -> PostPage {
    try posts(where: "post.person = :viewer", page, for: author)
  }

  private func posts(where condition: String, _ page: PageRange, for viewer: UserID?) throws -> PostPage {
    let rows = try Row.fetchAll(
      try db.cachedStatement(
        sql: "\(Self.selectPost) WHERE \(condition) ORDER BY post.id DESC LIMIT :limit OFFSET :offset"
      ),
      // One more than the page, to see whether more follow.
      arguments: ["viewer": viewer, "limit": page.size + 1, "offset": page.offset]
    )
    return PostPage(
      items: rows.prefix(page.size).map { Post($0, for: viewer, pictures) },
      hasNext: rows.count > page.size
    )
  }

  /// Returns a post if a viewer can see it.
  func post(_ id: Post.ID, for viewer: UserID?) throws -> Post {
    let row = try Row.fetchOne(
      try db.cachedStatement(sql: "\(Self.selectPost) WHERE post.id = :id AND post.person NOT IN \(Self.hidden)"),
      arguments: ["viewer": viewer, "id": id]
    )
    guard let row else { throw Self.postNotFound }
    return Post(row, for: viewer, pictures)
  }

  func writePost(_ content: String, by person: UserID) throws -> WrittenPost {
    try db.execute(
      sql: "INSERT INTO saerok_post (person, content, created_at, updated_at) VALUES (?, ?, ?, ?)",
      arguments: [person, content, now, now]
    )
    return WrittenPost(id: db.lastInsertedRowID)
  }

  func editPost(_ id: Post.ID, _ content: String, by person: UserID) throws -> WrittenPost {
    guard try author(ofPost: id) == person else { throw Self.notTheAuthor }
    try db.execute(
      sql: "UPDATE saerok_post SET content = ?, updated_at = ? WHERE id = ?",
      arguments: [content, now, id]
    )
    return WrittenPost(id: id, content: content)
  }

  func deletePost(_ id: Post.ID, by person: UserID) throws {
    guard try author(ofPost: id) == person else { throw Self.notTheAuthor }
    try db.execute(sql: "DELETE FROM saerok_post WHERE id = ?", arguments: [id])
  }

  func reportPost(_ id: Post.ID, by person: UserID) throws -> Report {
    guard try author(ofPost: id) != person else { throw Self.ownReport }
    return try report("post", id, by: person)
  }

  func author(ofPost id: Post.ID) throws -> UserID {
    guard let author = try UserID.fetchOne(db, sql: "SELECT person FROM saerok_post WHERE id = ?", arguments: [id])
    else {
      throw Self.postNotFound
    }
    return author
  }

  /// Stores a report.
  ///
  /// - Parameters:
  ///   - column: the kind of content: `post` or `comment`.
  ///   - id: the id of the post or comment.
  ///   - person: the person who reports it.
  /// - Returns: the report.
  /// - Throws: `APIError` if the person has already reported it.
  func report(_ column: String, _ id: Int64, by person: UserID) throws -> Report {
    try db.execute(
      sql: "INSERT INTO saerok_report (person, \(column), created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      arguments: [person, id, now]
    )
    guard db.changesCount == 1 else {
      throw APIError.invalid(Sentence(korean: "이미 신고했습니다.", english: "You have already reported this."))
    }
    return Report(id: db.lastInsertedRowID)
  }

  private static let selectPost = """
    SELECT post.id, person.id, person.nickname, person.image_url, person.thumbnail_url, post.content, post.created_at,
      post.updated_at,
      (
        SELECT count(*)
        FROM saerok_comment comment LEFT JOIN saerok_comment parent ON parent.id = comment.parent
        WHERE comment.post = post.id AND comment.status = 'ACTIVE' AND comment.person NOT IN \(hidden)
          AND (parent.id IS NULL OR parent.person NOT IN \(hidden))
      )
    FROM saerok_post post JOIN saerok_person person ON person.id = post.person
    """

  static var postNotFound: APIError {
    .notFound(Sentence(korean: "게시글을 찾을 수 없습니다.", english: "Post not found."))
  }

  static var notTheAuthor: APIError {
    .forbidden(Sentence(korean: "작성자만 할 수 있습니다.", english: "Only the author can do this."))
  }

  static var ownReport: APIError {
    .invalid(Sentence(korean: "자신의 글은 신고할 수 없습니다.", english: "You can't report your own content."))
  }
}

extension Author {
  /// Creates an author from the columns `id, nickname, image_url, thumbnail_url` of a row.
  init(_ row: Row, from column: Int, _ pictures: DrawnPictures) {
    let id: UserID = row[column]
    let drawn = pictures.url(of: id)
    self.init(
      id: id,
      nickname: row[column + 1],
      imageURL: row[column + 2] ?? drawn,
      thumbnailURL: row[column + 3] ?? drawn
    )
  }
}

extension Post {
  /// Creates a post from a row of `selectPost`.
  fileprivate init(_ row: Row, for viewer: UserID?, _ pictures: DrawnPictures) {
    let author = Author(row, from: 1, pictures)
    self.init(
      id: row[0],
      author: author,
      content: row[5],
      commentCount: row[8],
      isMine: author.id == viewer,
      createdAt: Date(microseconds: row[6]),
      updatedAt: Date(microseconds: row[7])
    )
  }
}
