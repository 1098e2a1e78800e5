// With access levels on imports, a module may not need Naru in its public interface.
package import Naru

/// A contract for the package.
@API("/package")
package struct PackageBooks: Sendable {
  @GET("/books")
  package var list: @Sendable (_ page: Int?) async throws -> [Book]

  @available(*, deprecated)
  @POST("/books", changes: ["list", "Books.repeat"])
  package var add: @Sendable (_ book: Book) async throws -> Void
}

extension Endpoint.Failure {
  // In a module that isolates to the main actor by default, it would belong to the main actor.
  nonisolated static let noSuchPage = Self(404, "NO_SUCH_PAGE", "There is no such page.")
}

/// A contract for the module.
@API("/internal")
struct InternalBooks {
  @GET("/books", failures: [.noSuchPage], deprecated: "2026-11-24", sunset: "2027-03-31")
  var list: @Sendable (_ page: Query<Int?>) async throws -> [Book]
}

/// A contract for the file.
@API("/file")
private struct FileBooks {
  @POST("/books/{id}", changes: ["InternalBooks.list", "Corner.Books.list"])
  var move: @Sendable (_ id: Int, _ to: Status?) async throws -> Void
}

/// A nested contract for the file.
enum Corner {
  @API("/corner")
  fileprivate struct Books {
    @GET("/books")
    var list: @Sendable (_ page: Int) async throws -> [Book]
  }
}

func useFileContracts(_ client: APIClient) async throws {
  try await FileBooks.live(client).move(id: 1)
  _ = try await Corner.Books.live(client).list(page: 1)
}
