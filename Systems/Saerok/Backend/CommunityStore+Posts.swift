import Foundation
import Naru
import Saerok
import Storage

extension CommunityStore {
  /// Returns the posts that a viewer can see, newest first.
  func posts(_ page: Page, for viewer: UserID?) throws -> PostPage {
    // Skipping posts is many times faster without a look at their authors. So all posts before the page are skipped as if none
    // were hidden, and after that as many visible ones as hidden ones were among them.
    let first = try db.valueIfAny(
      "SELECT id FROM saerok_post ORDER BY id DESC LIMIT 1 OFFSET \(page.offset)",
      as: Post.ID.self
    )
    guard let first else { return PostPage(items: [], hasNext: false) }
    let skipped: Int = try db.value(
      "SELECT count(*) FROM saerok_post WHERE person IN \(Self.hidden(from: viewer)) AND id > \(first)"
    )
    return try posts(
      where: "id <= \(first) AND person NOT IN \(Self.hidden(from: viewer))",
      Page(offset: skipped, size: page.size),
      for: viewer
    )
  }

  /// Returns the posts of an author, newest first. The list is empty for `nil`, a user who is not a member yet.
  func posts(_ page: Page, by author: UserID?) throws -> PostPage {
    try posts(where: "person = \(author)", page, for: author)
  }

  private func posts(where condition: SQL, _ page: Page, for viewer: UserID?) throws -> PostPage {
    // One more than the page, to see whether more follow.
    let posts = try db.all(
      """
      \(Self.selectPost(for: viewer)) WHERE post.id IN (
        SELECT id FROM saerok_post WHERE \(condition) ORDER BY id DESC \(page.withOneMore)
      )
      ORDER BY post.id DESC
      """
    ) { try Post($0, for: viewer, pictures) }
    return PostPage(items: Array(posts.prefix(page.size)), hasNext: posts.count > page.size)
  }

  /// Returns a post if a viewer can see it.
  func post(_ id: Post.ID, for viewer: UserID?) throws -> Post {
    let post = try db.first(
      """
      \(Self.selectPost(for: viewer)) WHERE post.id = \(id) AND post.person NOT IN \(Self.hidden(from: viewer))
      """
    ) { try Post($0, for: viewer, pictures) }
    guard let post else { throw Self.postNotFound }
    return post
  }

  func writePost(_ content: String, by person: UserID) throws -> WrittenPost {
    WrittenPost(
      id: try db.value(
        """
        INSERT INTO saerok_post (person, content, created_at, updated_at)
        VALUES (\(person), \(content), \(now), \(now)) RETURNING id
        """
      )
    )
  }

  func editPost(_ id: Post.ID, _ content: String, by person: UserID) throws -> WrittenPost {
    guard try author(ofPost: id) == person else { throw Self.notTheAuthor }
    try db.run("UPDATE saerok_post SET content = \(content), updated_at = \(now) WHERE id = \(id)")
    return WrittenPost(id: id, content: content)
  }

  func deletePost(_ id: Post.ID, by person: UserID) throws {
    guard try author(ofPost: id) == person else { throw Self.notTheAuthor }
    try db.run("DELETE FROM saerok_post WHERE id = \(id)")
  }

  func reportPost(_ id: Post.ID, by person: UserID) throws -> Report {
    guard try author(ofPost: id) != person else { throw Self.ownReport }
    return try report("post", id, by: person)
  }

  func author(ofPost id: Post.ID) throws -> UserID {
    let author = try db.valueIfAny("SELECT person FROM saerok_post WHERE id = \(id)", as: UserID.self)
    guard let author else { throw Self.postNotFound }
    return author
  }

  /// Stores a report.
  func report(_ column: SQL, _ id: Int64, by person: UserID) throws -> Report {
    let report = try db.valueIfAny(
      """
      INSERT INTO saerok_report (person, \(column), created_at) VALUES (\(person), \(id), \(now))
      ON CONFLICT DO NOTHING RETURNING id
      """,
      as: Int64.self
    )
    guard let report else {
      throw APIError.invalidRequest(LocalizedMessage(korean: "이미 신고했습니다.", english: "You have already reported this."))
    }
    return Report(id: report)
  }

  private static func selectPost(for viewer: UserID?) -> SQL {
    """
    SELECT post.id, person.id AS author, person.nickname, person.image_url, person.thumbnail_url, post.content,
      (
        SELECT count(*)
        FROM saerok_comment comment LEFT JOIN saerok_comment parent ON parent.id = comment.parent
        WHERE comment.post = post.id AND comment.status = 'ACTIVE' AND comment.person NOT IN \(hidden(from: viewer))
          AND (parent.id IS NULL OR parent.person NOT IN \(hidden(from: viewer)))
      ) AS comment_count,
      post.created_at, post.updated_at
    FROM saerok_post post JOIN saerok_person person ON person.id = post.person
    """
  }

  static var postNotFound: APIError {
    .notFound(LocalizedMessage(korean: "게시글을 찾을 수 없습니다.", english: "Post not found."))
  }

  static var notTheAuthor: APIError {
    APIError(declared: .notTheAuthor, [.korean: "작성자만 할 수 있습니다.", .english: "Only the author can do this."])
  }

  static var ownReport: APIError {
    .invalidRequest(LocalizedMessage(korean: "자신의 글은 신고할 수 없습니다.", english: "You can't report your own content."))
  }
}

extension Author {
  /// Creates an author from the columns `author, nickname, image_url, thumbnail_url` of a row.
  init(_ row: Row, _ pictures: DrawnPictures) throws {
    let id: UserID = try row["author"]
    let drawn = pictures.url(of: id)
    self.init(
      id: id,
      nickname: try row["nickname"],
      imageURL: try row["image_url"] ?? drawn,
      thumbnailURL: try row["thumbnail_url"] ?? drawn
    )
  }
}

extension Post {
  /// Creates a post from a row of `selectPost`.
  fileprivate init(_ row: Row, for viewer: UserID?, _ pictures: DrawnPictures) throws {
    let id: Post.ID = try row["id"]
    let author = try Author(row, pictures)
    self.init(
      id: id,
      author: author,
      content: try row["content"],
      commentCount: try row["comment_count"],
      isMine: author.id == viewer,
      createdAt: Date(microseconds: try row["created_at"]),
      updatedAt: Date(microseconds: try row["updated_at"])
    )
  }
}
