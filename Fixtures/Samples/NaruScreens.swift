import Foundation
import Naru

// What Sources/NaruScreens/NaruScreens.docc/NaruScreens.md leaves out.

struct Book: Codable, Sendable, Identifiable { var id: Int }

@API("/books")
struct Books: Sendable {
  @GET("/")
  var list: @Sendable (_ page: Int, _ size: Int) async throws -> CountedList<Book>

  @DELETE("/{id}")
  var remove: @Sendable (_ id: Int) async throws -> Void
}

let api = Books.unimplemented
