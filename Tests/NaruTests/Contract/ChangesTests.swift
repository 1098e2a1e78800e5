import Naru
import Testing

/// The reads that a write declares as changed.
struct ChangesTests {
  @API("/books")
  struct Books: Sendable {
    @GET("/") var list: @Sendable (_ word: String?) async throws -> [String]
    @GET("/{id}") var show: @Sendable (_ id: String) async throws -> String
    @GET("/{id}/notes/{note}") var note: @Sendable (_ id: String, _ note: Int) async throws -> String
    @GET("/{id}/files/{path...}") var file: @Sendable (_ id: String, _ path: String) async throws -> String
    @GET("/{number}/cover") var cover: @Sendable (_ number: String) async throws -> String
    @POST("/", changes: ["list", "Authors.show"]) var add: @Sendable (_ title: String) async throws -> Void
    @PATCH("/{id}", changes: ["list", "show", "note", "cover", "ChangesTests.Authors.show"])
    var rename: @Sendable (_ id: String, _ title: String) async throws -> Void
    @PUT("/{id}/files/{path...}", changes: ["file", "Books.show"])
    var store: @Sendable (_ id: String, _ path: String, _ text: String) async throws -> Void
  }

  @API("/authors")
  struct Authors: Sendable {
    @GET("/{id}") var show: @Sendable (_ id: String) async throws -> String
    @DELETE("/{id}", changes: ["show", "Books.list", "Books.show"])
    var remove: @Sendable (_ id: String) async throws -> Void
  }

  /// The reads that a call changes, of some targets.
  private func changed(_ endpoint: Endpoint, _ target: String, _ reads: [String]) -> [String] {
    let all = endpoint.changes(by: target)
    return reads.filter { read in
      all.contains { $0.read.path.matches(read.replacing("/base/", with: "/")) && $0.includes(read) }
    }
  }

  @Test func aTokenNamesReadsOfItsContractAndOfOthers() {
    #expect(Books.Endpoints.add.changes == [Books.Endpoints.list, Authors.Endpoints.show])
    // Two contracts can name each other's reads.
    #expect(Authors.Endpoints.remove.changes.map(\.id) == ["Authors.show", "Books.list", "Books.show"])
    #expect(Books.Endpoints.list.changes.isEmpty)
  }

  @Test func aReadOfTheSameResourceIsChangedAlone() {
    let rename = Books.Endpoints.rename
    #expect(changed(rename, "/books/1", ["/books/1", "/books/2", "/books/11"]) == ["/books/1"])
    #expect(changed(rename, "/books/1?a=b", ["/books/1?c", "/books/2?c"]) == ["/books/1?c"])
    #expect(changed(rename, "/books/a%2Fb", ["/books/a%2fb", "/books/a"]) == ["/books/a%2fb"])
    // The rest of its path can have any values.
    #expect(changed(rename, "/books/1", ["/books/1/notes/7", "/books/2/notes/7"]) == ["/books/1/notes/7"])
    // The path of a server can come first.
    #expect(changed(rename, "/base/books/1", ["/base/books/1", "/base/books/2"]) == ["/base/books/1"])
  }

  @Test func everyCallOfAnotherReadIsChanged() {
    let rename = Books.Endpoints.rename
    // A list has no placeholder, and another name or path may mean another resource.
    let others = ["/books", "/books?word=a", "/books/2/cover", "/authors/9"]
    #expect(changed(rename, "/books/1", others) == others)
    #expect(rename.changes(by: "/books/1").allSatisfy { $0.includes(nil) })
  }

  @Test func theRestOfAPathIsComparedAsAWhole() {
    let store = Books.Endpoints.store
    let files = ["/books/1/files/a/b", "/books/1/files/a", "/books/1/files/a/b/c", "/books/2/files/a/b"]
    #expect(changed(store, "/books/1/files/a/b", files) == ["/books/1/files/a/b"])
    #expect(changed(store, "/books/1/files/a/b", ["/books/1", "/books/2"]) == ["/books/1"])
  }
}
