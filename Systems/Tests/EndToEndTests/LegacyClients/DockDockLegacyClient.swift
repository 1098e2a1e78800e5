import Foundation

/// DockDock's client as its iOS team wrote it: responses in an envelope, snake case for the data of a person.
struct DockDockLegacyClient {
  struct Envelope<T: Decodable>: Decodable {
    let success: Bool
    let message: String?
    let data: T?
    let error: String?
  }

  struct BookPage: Decodable {
    let books: [Book]
    let totalResults: Int
    let currentPage: Int
    let itemsPerPage: Int
    let query: String
  }

  struct Book: Decodable {
    let id: String
    let isbn13: String?
    let title: String
    let author: String?
    let coverImage: String?
    let pageCount: Int?
  }

  struct ReadingBook: Decodable {
    let id: String
    let userId: String
    let bookId: String
    let status: String
    let startDate: Date?
    let currentPage: Int?
    let rating: Double?
    let createdAt: Date
    let book: Book?
  }

  struct Nothing: Decodable {}

  enum Failure: Error, Equatable {
    case server(String)
  }

  var http: LegacyHTTP

  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      let formatter = ISO8601DateFormatter()
      formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      guard let date = formatter.date(from: text) else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
      }
      return date
    }
    return decoder
  }()

  func call<T: Decodable>(_ method: String, _ path: String, _ body: [String: Any]? = nil, as: T.Type = T.self)
    async throws
    -> (T?, total: String?)
  {
    let answer = try await http.send(
      method,
      "/api/v1" + path,
      body.map { try JSONSerialization.data(withJSONObject: $0) }
    )
    let envelope = try Self.decoder.decode(Envelope<T>.self, from: answer.data)
    guard envelope.success else { throw Failure.server(envelope.error ?? "?") }
    return (envelope.data, answer.headers.first { "\($0.key)".lowercased() == "x-total-count" }.map { "\($0.value)" })
  }
}
