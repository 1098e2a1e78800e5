import Foundation
import Naru
import TestSupport
import Testing

/// A contract with endpoints of all kinds, for tests of recorders, scripts and recordings.
@API("/api/library", auth: .optional)
struct Library: Sendable {
  struct Book: Codable, Sendable, Equatable {
    var id: Int
    var title: String
    var added: Date?
  }

  struct Credentials: Codable, Sendable, Equatable {
    var name: String
    var password: String
  }

  struct Session: Codable, Sendable, Equatable {
    var sessionId: UUID
    var accessToken: String
    var tokenType: String
  }

  @GET("/books")
  var search: @Sendable (_ text: String, _ limit: Int?) async throws -> CountedList<Book>

  @GET("/books/{id}", failures: [.noBook])
  var show: @Sendable (_ id: Int) async throws -> Book

  @POST("/books", status: 201)
  var add: @Sendable (_ book: Book) async throws -> Book

  @DELETE("/books/{id}")
  var remove: @Sendable (_ id: Int) async throws -> Void

  @POST("/sessions", auth: .none)
  var signIn: @Sendable (_ credentials: Credentials) async throws -> Session

  @POST("/searches")
  var save: @Sendable (_ text: Form<String>, _ pin: Form<Int?>) async throws -> Void

  @PUT("/covers/{id}")
  var setCover: @Sendable (_ id: Int, _ picture: Blob) async throws -> Void

  @POST("/covers")
  var addCovers: @Sendable (_ title: Part<String>, _ picture: Part<Blob>) async throws -> Void

  @GET("/covers/{id}")
  var cover: @Sendable (_ id: Int) async throws -> Blob

  @GET("/news")
  var news: @Sendable () async throws -> EventStream<Book>

  @GET("/reset/{token}")
  var reset: @Sendable (_ token: String, _ requestMark: Header<String?>) async throws -> Void
}

extension Endpoint.Failure {
  fileprivate static let noBook = Self(404, "NO_BOOK")
}

extension Library {
  /// A server with four books, which accepts every sign-in.
  static let server: Library = {
    var api = Library.unimplemented
    api.search = { text, limit in CountedList((1...(limit ?? 2)).map { Book(id: $0, title: text) }, total: 4) }
    api.show = { id in
      guard id < 5 else { throw APIError.notFound("책을 찾을 수 없습니다.", serverCode: "NO_BOOK") }
      return Book(id: id, title: "책 \(id)", added: Date(timeIntervalSince1970: 1_000_000))
    }
    api.add = { $0 }
    api.remove = { _ in }
    api.signIn = { _ in Session(sessionId: UUID(), accessToken: "s3cret-access", tokenType: "Bearer") }
    api.reset = { _, _ in }
    api.save = { _, _ in }
    api.setCover = { _, picture in _ = try await picture.collect(upTo: 100) }
    api.addCovers = { _, picture in _ = try await picture.collect(upTo: 100) }
    api.cover = { _ in Blob(Data([0x89, 0, 0xFF]), contentType: "image/png") }
    api.news = {
      EventStream([ServerSentEvent(Book(id: 1, title: "a")), ServerSentEvent(Book(id: 2, title: "b"))])
    }
    return api
  }()

  /// A client over a transport.
  static func over(_ transport: some Transport, _ middleware: any Middleware...) -> Library {
    live(over: transport, middleware: middleware)
  }

  /// The server in memory. It accepts every token.
  static var inMemory: InMemoryTransport {
    server.inMemory(ServingOptions(authenticator: ClosureAuthenticator.everybody))
  }
}

/// The text of the issues that a closure reports.
func issue(_ body: () async throws -> Void) async throws -> String {
  let text = Locked("")
  try await withKnownIssue {
    try await body()
  } matching: { issue in
    text.withLock { $0 += issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "") }
    return true
  }
  return text.withLock { $0 }
}
