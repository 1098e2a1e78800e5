import Foundation
@_exported import Naru
@_exported import NaruScreens

// What docs/screens.md leaves out.

struct ShelfBook: Codable, Sendable, Identifiable, Equatable {
  var id: Int
  var title: String
  var updatedAt: Date
  var isFinished: Bool
}

@API("/shelf")
struct Shelf: Sendable {
  @GET("/")
  var list: @Sendable (_ page: Int, _ limit: Int) async throws -> CountedList<ShelfBook>

  @POST("/{id}/finish")
  var finish: @Sendable (_ id: Int) async throws -> ShelfBook

  @DELETE("/{id}")
  var remove: @Sendable (_ id: Int) async throws -> Void
}

let shelf = Shelf.unimplemented
let id = 1
