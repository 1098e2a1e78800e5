import Foundation
import Naru
import NaruTesting
import Testing

// What Sources/NaruTesting/NaruTesting.docc/NaruTesting.md leaves out.

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable () async throws -> [Note]

  @POST("/", status: 201)
  var add: @Sendable (_ note: NewNote) async throws -> Note

  @DELETE("/{id}")
  var remove: @Sendable (_ id: Int) async throws -> Void
}

struct Note: Codable, Sendable {
  var id: Int
  var text: String
}
struct NewNote: Codable, Sendable { var text: String }

let url = InMemoryTransport.url
let transport = InMemoryTransport()
let file = URL(filePath: "/")
var token: Secret? { nil }
