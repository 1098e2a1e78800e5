import Foundation

/// Saerok's client as its team wrote it: no envelope, local time without an offset.
struct SaerokLegacyClient {
  struct PostList: Decodable {
    let items: [Post]
    let hasNext: Bool
  }

  struct Post: Decodable {
    let postId: Int64
    let userId: Int64
    let nickname: String
    let profileImageUrl: String?
    let content: String
    let commentCount: Int
    let isMine: Bool
    let createdAt: Date
  }

  struct Comment: Decodable {
    let commentId: Int64
    let content: String
    let status: String
    let parentId: Int64?
    let replies: [Comment]
  }

  struct CommentList: Decodable {
    let items: [Comment]
    let isMyPost: Bool
    let hasNext: Bool
  }

  struct CreatedPost: Decodable { let postId: Int64 }
  struct CreatedComment: Decodable { let commentId: Int64 }
  struct Failure: Decodable, Error, Equatable {
    let status: Int
    let message: String
  }

  struct NewComment: Encodable {
    let content: String
    var parentId: Int64?
  }

  var http: LegacyHTTP

  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "Asia/Seoul")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSSSS"
    decoder.dateDecodingStrategy = .formatted(formatter)
    return decoder
  }()

  func call<T: Decodable>(_ method: String, _ path: String, _ body: (any Encodable)? = nil, as: T.Type = T.self)
    async throws
    -> T
  {
    let data = try await send(method, path, body).data
    return try Self.decoder.decode(T.self, from: data)
  }

  @discardableResult
  func send(_ method: String, _ path: String, _ body: (any Encodable)? = nil) async throws -> LegacyHTTP.Answer {
    let answer = try await http.send(method, "/api/v1/" + path, body.map { try JSONEncoder().encode($0) })
    guard (200..<300).contains(answer.status) else { throw try JSONDecoder().decode(Failure.self, from: answer.data) }
    return answer
  }
}
