import Foundation
import HTTPTypes
import Naru

/// A book of a shelf.
@Payload(init: true)
struct Book: Sendable, Hashable, Identifiable {
  var id: Int
  var title: String
  var rating: Int?
}

/// A book before it has an id.
@Payload(init: true)
struct NewBook: Sendable, Hashable {
  var title: String
}

/// A change of a book.
@Payload(init: true)
struct BookChanges: Sendable, Hashable {
  var title: String?
  var rating: Int?
}

/// A note about a book.
@Payload(init: true)
struct Note: Sendable, Hashable {
  var id: Int
  var book: Int
  var text: String
}

/// A note before it has an id.
@Payload(init: true)
struct NewNote: Sendable, Hashable {
  var book: Int
  var text: String
}

/// Each user's books.
@API("/api", auth: .required)
struct Shelf: Sendable {
  @GET("/books") var list: @Sendable (_ word: String?) async throws -> [Book]
  @GET("/search") var find: @Sendable (_ word: Body<String>) async throws -> [Book]
  @GET("/books/{id}", versioned: true) var show: @Sendable (_ id: Int) async throws -> Book
  @POST("/books", status: 201, changes: ["list", "find"]) var add: @Sendable (_ book: NewBook) async throws -> Book
  @PATCH("/books/{id}", changes: ["list", "find", "show"])
  var change: @Sendable (_ id: Int, _ changes: BookChanges) async throws -> Book
  @DELETE("/books/{id}", changes: ["list", "find", "show"]) var remove: @Sendable (_ id: Int) async throws -> Void
  @POST("/notes", status: 201) var annotate: @Sendable (_ note: NewNote) async throws -> Note
  @PUT("/cover/{id}") var cover: @Sendable (_ id: Int, _ picture: Blob) async throws -> Void
  @POST("/books/{id}/places") var place: @Sendable (_ id: Int) async throws -> Place
}

/// The place of a picture. Its link ends after ten minutes.
@Payload(init: true)
struct Place: Sendable {
  @Payload(init: true)
  struct Upload: Sendable {
    var link: LinkURL
  }
  var key: String
  var upload: Upload
}

/// Another server, which has pictures.
@API("/uploads")
struct Uploads: Sendable {
  @PUT("/{link...}") var upload: @Sendable (_ link: LinkURL, _ picture: Blob) async throws -> Void
}
