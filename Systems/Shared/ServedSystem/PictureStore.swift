package import Foundation
package import Naru
package import PictureLinks
package import Storage
import Support

/// The pictures of what users write, such as posts: in a table of the database, so that they are deleted and copied with it.
///
/// The author requests a link, sends the picture to it, and registers it. A link is signed for one method, picture and time.
package struct PictureStore: Sendable {
  private static let lifetime = 600
  /// How many pictures an owner has, including those that are not registered.
  private static let maxCount = 20

  private let table, path: String
  private let context: SystemContext

  /// Creates a store in a table of ``create(_:of:)``. Links are below `uploads` and `images` at the path of the contract.
  package init(_ table: String, at path: String, _ context: SystemContext) {
    (self.table, self.path, self.context) = (table, path, context)
  }

  /// The script of a table whose pictures belong to the rows of another table, such as `INTEGER NOT NULL REFERENCES post (id)`.
  package static func create(_ table: String, of owner: SQL) -> SQL {
    // The content is last, because SQLite reads it to get at what follows.
    """
    CREATE TABLE \(name: table) (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      owner \(owner) ON DELETE CASCADE,
      key TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      length INTEGER NOT NULL,
      is_registered BOOLEAN NOT NULL,
      created_at INTEGER NOT NULL,
      content BLOB
    );
    CREATE INDEX \(name: "\(table)_by_owner") ON \(name: table) (owner, number);
    CREATE INDEX \(name: "\(table)_by_age") ON \(name: table) (is_registered, created_at)
    """
  }

  private func link(_ method: Endpoint.Method, _ key: UUID, _ caller: Caller) -> PictureLink {
    let (name, expires) = (key.uuidString.lowercased(), seconds + Self.lifetime)
    let address = "\(caller.baseURL)\(path)/\(method == .put ? "uploads" : "images")/\(name)"
    let query = "expires=\(expires)&signature=\(signature(method, name, expires))"
    return PictureLink(key: key, link: LinkURL("\(address)?\(query)"))
  }

  private func signature(_ method: Endpoint.Method, _ name: String, _ expires: Int) -> String {
    context.sign("\(method.rawValue) \(table) \(name) \(expires)")
  }

  /// Returns the key in a link, if the server has made it for this method and it has not expired.
  private func key(_ link: LinkURL, _ method: Endpoint.Method) throws -> UUID {
    let name = link.text.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
    guard let key = UUID(uuidString: name), let expires = link["expires"].flatMap({ Int($0) }),
      let given = link["signature"], isEqualInConstantTime(given, signature(method, name, expires))
    else {
      throw APIError.forbidden([.korean: "이 서버가 만든 링크가 아닙니다.", .english: "This server did not make the link."])
    }
    guard expires > seconds else {
      throw APIError.forbidden(
        LocalizedMessage(korean: "링크가 만료되었습니다. 새 링크를 받아 주세요.", english: "The link has expired. Request a new one.")
      )
    }
    return key
  }

  private var seconds: Int { Int(context.now().timeIntervalSince1970) }

  /// Reserves the place of a picture. Pictures that were not registered for a day are removed.
  package func reserve(_ new: NewPicture, for owner: SQL, _ caller: Caller, _ db: Transaction) throws -> PictureLink {
    try db.run("DELETE FROM \(name: table) WHERE is_registered = \(false) AND created_at < \(seconds - 86_400)")
    let count: Int = try db.value("SELECT count(*) FROM \(name: table) WHERE owner = \(owner)")
    guard count < Self.maxCount else {
      throw APIError.invalidRequest(
        LocalizedMessage(korean: "사진은 \(Self.maxCount)장까지 올릴 수 있습니다.", english: "At most \(Self.maxCount) pictures.")
      )
    }
    let key = context.makeID()
    try db.run(
      """
      INSERT INTO \(name: table) (owner, key, type, length, is_registered, created_at)
      VALUES (\(owner), \(key), \(new.type), \(new.length), \(false), \(seconds))
      """
    )
    return link(.put, key, caller)
  }

  /// Stores the content of a picture that is not registered yet. Sending it again replaces it.
  package func save(_ picture: Blob, at link: LinkURL) async throws {
    let key = try key(link, .put)
    let type = picture.contentType.prefix { $0 != ";" }.lowercased()
    let content = try await picture.collect(upTo: NewPicture.maxLength)
    let count = try await context.database.write { db in
      try db.run(
        """
        UPDATE \(name: table) SET content = \(content)
        WHERE key = \(key) AND type = \(type) AND length = \(content.count) AND is_registered = \(false)
        """
      )
    }
    guard count == 1 else {
      throw APIError.invalidRequest([
        .korean: "링크를 받을 때 알린 형식과 크기의 사진만, 등록하기 전까지 올릴 수 있습니다.",
        .english: "The link accepts only a picture of the requested type and length, until it is registered.",
      ])
    }
  }

  /// Adds a sent picture to its owner. Repeating it changes nothing.
  package func register(_ key: UUID, for owner: SQL, _ caller: Caller, _ db: Transaction) throws -> PictureLink {
    let count = try db.run(
      """
      UPDATE \(name: table) SET is_registered = \(true) WHERE key = \(key) AND owner = \(owner) AND content IS NOT NULL
      """
    )
    guard count == 1 else {
      throw APIError.notFound([.korean: "먼저 사진을 링크로 보내 주세요.", .english: "Send the picture to its link first."])
    }
    return link(.get, key, caller)
  }

  /// Removes a picture from its owner.
  package func remove(_ key: UUID, from owner: SQL, _ db: Transaction) throws {
    guard try db.run("DELETE FROM \(name: table) WHERE key = \(key) AND owner = \(owner)") == 1 else {
      throw Self.notFound
    }
  }

  /// Returns the registered pictures of an owner, the oldest first.
  package func pictures(of owner: SQL, _ caller: Caller, _ db: Transaction) throws -> [PictureLink] {
    try db.all("SELECT key FROM \(name: table) WHERE owner = \(owner) AND is_registered = \(true) ORDER BY number") {
      link(.get, try $0["key"], caller)
    }
  }

  /// Returns the content of a picture.
  package func content(at link: LinkURL) async throws -> Blob {
    let key = try key(link, .get)
    let found = try await context.database.read { db in
      try db.first("SELECT type, content FROM \(name: table) WHERE key = \(key) AND is_registered = \(true)") {
        Blob(try $0["content"], contentType: try $0["type"])
      }
    }
    guard let found else { throw Self.notFound }
    return found
  }

  private static var notFound: APIError {
    .notFound(LocalizedMessage(korean: "사진을 찾을 수 없습니다.", english: "Picture not found."))
  }
}
