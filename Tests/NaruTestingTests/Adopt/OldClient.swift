import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network layer as apps have it: an enum of endpoints, and a function that makes a `URLRequest` of each.
enum OldEndpoint {
  case feed(page: Int, tag: String?)
  case post(id: Int)
  case search(words: [String])
  case write(title: String, tags: [String])
  case edit(id: Int, title: String?)
  case delete(id: Int)
  case like(id: Int)
  case comments(id: Int, cursor: String)
  case login(name: String, password: String)
  case upload(id: Int, jpeg: Data)

  var method: String {
    switch self {
    case .feed, .post, .search, .comments: "GET"
    case .write, .login, .upload: "POST"
    case .edit: "PATCH"
    case .like: "PUT"
    case .delete: "DELETE"
    }
  }

  var path: String {
    switch self {
    case .feed: "feed/"
    case .search: "posts/search"
    case .write: "posts"
    case .post(let id), .edit(let id, _), .delete(let id): "posts/\(id)"
    case .like(let id): "posts/\(id)/like"
    case .comments(let id, _): "posts/\(id)/comments"
    case .login: "session"
    case .upload(let id, _): "posts/\(id)/picture"
    }
  }

  var query: [URLQueryItem] {
    switch self {
    case .feed(let page, let tag):
      [URLQueryItem(name: "page", value: "\(page)")] + (tag.map { [URLQueryItem(name: "tag", value: $0)] } ?? [])
    case .search(let words): words.map { URLQueryItem(name: "word", value: $0) }
    case .comments(_, let cursor): [URLQueryItem(name: "cursor", value: cursor)]
    default: []
    }
  }

  var json: [String: Any]? {
    switch self {
    case .write(let title, let tags): ["title": title, "tags": tags]
    case .edit(_, let title): title.map { ["title": $0] } ?? [:]
    case .login(let name, let password): ["name": name, "password": password]
    default: nil
    }
  }
}

struct OldClient {
  let session: URLSession
  let base: URL

  func send(_ endpoint: OldEndpoint) async throws -> Data {
    var components = URLComponents(url: base.appendingPathComponent(endpoint.path), resolvingAgainstBaseURL: false)
    if !endpoint.query.isEmpty { components?.queryItems = endpoint.query }
    guard let url = components?.url else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = endpoint.method
    request.setValue("Bearer t0ken", forHTTPHeaderField: "Authorization")
    request.setValue("3.1", forHTTPHeaderField: "X-App-Version")
    if let json = endpoint.json {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try JSONSerialization.data(withJSONObject: json)
    }
    if case .upload(_, let jpeg) = endpoint {
      request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
      request.httpBody = jpeg
    }
    return try await session.data(for: request).0
  }
}
