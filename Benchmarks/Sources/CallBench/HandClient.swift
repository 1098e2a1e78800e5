import AsyncHTTPClient
import DockDock
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NaruJSON

/// The client that one writes without Naru, as a good one is: one connection pool, one decoder, a time limit, a size limit,
/// escaped parameters, and a look at the status and at the envelope. It sends the same header fields as Naru, except for
/// `User-Agent`.
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
    case encodingFailed
    case timedOut
  }

  private let baseURL: String
  private let http: HTTPClient
  /// Whether JSON is read and written in one pass, as Naru does.
  private let isDirect: Bool
  /// Whether the time limit includes the body, as Naru's does. That of the client ends with the head.
  private let limitsBody: Bool
  private let encoder = JSONEncoder()
  private let decoder: JSONDecoder
  private let json = JSONCoding()
  private let unreserved: CharacterSet

  init(_ baseURL: String, _ http: HTTPClient, isDirect: Bool, limitsBody: Bool) {
    self.baseURL = baseURL
    self.http = http
    self.isDirect = isDirect
    self.limitsBody = limitsBody
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

  func add(book: NewReadingBook) async throws -> Book {
    var request = HTTPClientRequest(url: baseURL + "/api/v1/reading-books")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(data: isDirect ? try json.encode(book) : try encoder.encode(book)))
    return try await send(request)
  }

  private func get<Value: Payload>(_ target: String) async throws -> Value {
    try await send(HTTPClientRequest(url: baseURL + target))
  }

  private func send<Value: Payload>(_ request: HTTPClientRequest) async throws -> Value {
    var request = request
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
    let body = limitsBody ? try await limitedBody(of: request) : try await body(of: request)
    if isDirect { return try read(body) }
    let envelope = try decoder.decode(Envelope<Value>.self, from: body)
    guard envelope.success, let data = envelope.data else {
      throw Failure.server(code: envelope.error, message: envelope.message)
    }
    return data
  }

  private func body(of request: HTTPClientRequest) async throws -> Data {
    let response = try await http.execute(request, timeout: .seconds(60))
    guard (200..<300).contains(response.status.code) else { throw Failure.status(response.status.code) }
    return Data(buffer: try await response.body.collect(upTo: 32 << 20))
  }

  private func limitedBody(of request: HTTPClientRequest) async throws -> Data {
    try await withThrowingTaskGroup(of: Data.self) { group in
      group.addTask { try await body(of: request) }
      group.addTask {
        try await Task.sleep(for: .seconds(60))
        throw Failure.timedOut
      }
      defer { group.cancelAll() }
      guard let body = try await group.next() else { throw Failure.timedOut }
      return body
    }
  }

  /// Reads the envelope and the value in one pass.
  private func read<Value: Payload>(_ body: Data) throws -> Value {
    var isSuccess = false
    var code: String?
    var message: String?
    let value = try json.read(body) { json throws(JSONError) in
      var value: Value?
      var fields = try json.beginObject(Value.self)
      while try json.nextField(in: &fields) {
        if json.matchesField("success", at: 0, in: &fields) { isSuccess = try json.field(Bool.self) }
        if json.matchesField("message", at: 1, in: &fields) { message = try json.field(String?.self) }
        if json.matchesField("data", at: 2, in: &fields) { value = try json.field(Value?.self) }
        if json.matchesField("error", at: 3, in: &fields) { code = try json.field(String?.self) }
      }
      return value
    }
    guard isSuccess, let value else { throw Failure.server(code: code, message: message) }
    return value
  }

  private func escape(_ text: String) throws -> String {
    guard let escaped = text.addingPercentEncoding(withAllowedCharacters: unreserved) else {
      throw Failure.encodingFailed
    }
    return escaped
  }
}
