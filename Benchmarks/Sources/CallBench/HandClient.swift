import AsyncHTTPClient
import DockDock
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The client that one writes without Naru, as a good one is: one connection pool, one decoder, a time limit, a size limit,
/// escaped parameters, and a look at the status and at the envelope.
struct HandClient: Sendable {
  struct Envelope<Value: Decodable>: Decodable {
    var success: Bool
    var message: String?
    var data: Value?
    var error: String?
  }

  enum Failure: Error {
    case status(UInt)
    case server(code: String?, message: String?)
    case unencodable
  }

  private let baseURL: String
  private let http: HTTPClient
  private let decoder: JSONDecoder
  private let unreserved: CharacterSet

  init(_ baseURL: String, _ http: HTTPClient) {
    self.baseURL = baseURL
    self.http = http
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  }

  func search(query: String, maxResults: Int) async throws -> BookPage {
    try await get("/api/v1/books/search?query=\(try escape(query))&maxResults=\(maxResults)")
  }

  func show(id: Book.ID) async throws -> Book {
    try await get("/api/v1/books/\(try escape(id))")
  }

  private func get<Value: Decodable>(_ target: String) async throws -> Value {
    var request = HTTPClientRequest(url: baseURL + target)
    request.headers.add(name: "Accept", value: "application/json")
    let response = try await http.execute(request, timeout: .seconds(60))
    guard (200..<300).contains(response.status.code) else { throw Failure.status(response.status.code) }
    let body = try await response.body.collect(upTo: 32 << 20)
    let envelope = try decoder.decode(Envelope<Value>.self, from: Data(buffer: body))
    guard envelope.success, let data = envelope.data else {
      throw Failure.server(code: envelope.error, message: envelope.message)
    }
    return data
  }

  private func escape(_ text: String) throws -> String {
    guard let escaped = text.addingPercentEncoding(withAllowedCharacters: unreserved) else { throw Failure.unencodable }
    return escaped
  }
}
