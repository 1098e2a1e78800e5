import Foundation
import Naru

// What Sources/NaruOpenAPI/NaruOpenAPI.docc/NaruOpenAPI.md leaves out.

struct Book: Codable, Sendable { var id: Int }

@API("/books")
struct Books: Sendable {
  @GET("/")
  var list: @Sendable () async throws -> [Book]
}

let file = URL(filePath: "/")
let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
