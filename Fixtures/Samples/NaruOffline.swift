import Foundation
import Naru
import NaruOffline

// What Sources/NaruOffline/NaruOffline.docc/NaruOffline.md leaves out.

@API("/notes", auth: .required)
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable () async throws -> [Int: String]
  @PATCH("/{id}")
  var change: @Sendable (_ id: Int, _ text: String) async throws -> Void
}

@Payload(init: true)
struct Post: Sendable {
  var id: Int64
}

@Payload(init: true)
struct NewPost: Sendable {
  var text: String
}

@Payload(init: true)
struct NewPicture: Sendable {
  var key: String
}

let folder = URL.temporaryDirectory
let user = "user"
let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
let shared = OfflineOptions(contracts: [Notes.self])

@MainActor func show(_ notes: [Int: String], cachedAt: Date) {}
