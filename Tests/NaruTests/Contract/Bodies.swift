import Foundation
import Naru
import TestSupport

/// A contract with bodies that are not JSON, and with custom queries.
@API("/bodies")
struct Bodies: Sendable {
  struct Login: Codable, Sendable, Equatable {
    var name: String
    var remember: Bool?
  }

  /// The content of a received form with files.
  struct Upload: Codable, Sendable, Equatable {
    struct File: Codable, Sendable, Equatable {
      var name: String?
      var type: String
      var text: String
    }

    var caption: String = ""
    var tags: [String] = []
    var note: Note?
    var files: [File] = []
  }

  @GET("/search?reading_book_id={book}&output=js&v=2.0")
  var search:
    @Sendable (_ book: Int?, _ types: CommaDelimited<[Int]>, _ more: CommaDelimited<[String]>?) async throws -> [String]

  @POST("/form")
  var form: @Sendable (_ login: Form<Login>, _ scope: Form<[String]>, _ dry: Query<Bool>?) async throws -> [String]

  @POST("/parts")
  var parts:
    @Sendable (
      _ caption: Part<String>, _ tags: Part<[String]>, _ note: Part<Note>?, _ photo: Part<Blob>,
      _ `more[]`: Part<[Blob]>
    )
      async throws -> Upload

  @POST("/raw/{id}")
  var raw: @Sendable (_ id: Int, _ bytes: Blob) async throws -> Upload.File

  @PUT("/raw")
  var maybe: @Sendable (_ bytes: Blob?) async throws -> Int

  @GET("/file")
  var file: @Sendable () async throws -> Blob

  @GET("/events/{count}")
  var events: @Sendable (_ count: Int) async throws -> EventStream<Note>

  @GET("/texts")
  var texts: @Sendable () async throws -> EventStream<String>

  @GET("/numbers")
  var numbers: @Sendable (_ page: Paged<Int>?, _ size: Int?) async throws -> CountedList<Int>

  @GET("/cursor")
  var cursor: @Sendable (_ after: Paged<String>?) async throws -> CursorPage
}

/// A page with the cursor of the next one.
struct CursorPage: Codable, Sendable, Equatable, Paginated {
  var items: [Int]
  var cursor: String?

  var elements: [Int] { items }

  func next(after position: String?, soFar count: Int) -> String? { cursor }
}

extension Bodies {
  /// Creates a contract that is called over HTTP, without a socket.
  static func overHTTP(
    options: ServingOptions = ServingOptions(),
    middleware: [any Middleware] = [],
    _ change: (inout Bodies) -> Void = { _ in }
  ) -> Bodies {
    var api = Bodies.unimplemented
    change(&api)
    return live(over: api.inMemory(options), middleware: middleware)
  }
}

extension Bodies.Upload.File {
  init(_ blob: Blob) async throws {
    name = blob.filename
    type = blob.contentType
    text = String(decoding: try await blob.collect(upTo: 1 << 20), as: UTF8.self)
  }
}
