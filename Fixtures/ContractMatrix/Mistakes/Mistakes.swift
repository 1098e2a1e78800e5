// Contracts with mistakes, and code that uses them. Each mistake is reported once, at its place. There are no other
// errors, neither in the expansion nor where the contract is used. For the compiler's `-verify`, a fix-it is a note.
import Naru

struct Book: Codable, Sendable {}
typealias Handler = @Sendable (_ id: Int) async throws -> Int

@API("/api")
struct Books: Sendable {
  @GET("a") var a: @Sendable (_ id: Int) async throws -> Int
  // expected-error@-1 {{A path starts with “/”.}}
  // expected-note@-2 {{Add “/”}}
  @GET("/b/{id}") var b: @Sendable () async throws -> Int  // expected-error {{“b” has no parameter for {id}.}}
  @GET("/c") var c: Handler  // expected-error {{and “Handler” is not a function type.}}
  @GET("/d") var d: @Sendable (_ id: Int) -> Int
  // expected-error@-1 {{so it must be `async throws`.}}
  // expected-note@-2 {{Add}}
  @POST("/e") var e: @Sendable (_ x: Book, _ y: Book) async throws -> Int
  // expected-error@-1 {{“x” already is the body}}
  @GET("/f") var f: @Sendable (_ id: inout Int) async throws -> Int  // expected-error {{so it can't be `inout`.}}
  @GET("/g") var g: (@Sendable () async throws -> Int)?  // expected-error {{so its closure can't be optional.}}
  @GET("/h") private var h: @Sendable () async throws -> Int
  // expected-error@-1 {{less visible than}}
  // expected-note@-2 {{Make it}}
  @GET("/i/{x}") var i: @Sendable (_ x: Int) async throws -> Int
  @DELETE("/i/{y}") var j: @Sendable (_ y: Int) async throws -> Int
  @GET("/i/{z}") var k: @Sendable (_ z: Int) async throws -> Int
  // expected-error@-1 {{has the same method and path as “i”}}
  // expected-note@-4 {{“i” is declared here.}}
  var l: Int  // expected-error {{“l” is not an endpoint, so it needs a value here}}
}

@API
class Shelf {}  // expected-error {{A contract is a struct}} expected-note {{Make it a struct}}

@API
struct Box<Content> {}  // expected-error {{A contract can't be generic}}

struct Plain {
  @GET("/m") var m: @Sendable () async throws -> Int  // expected-error {{@GET declares an endpoint of a contract.}}
}

func use(_ client: APIClient) async throws {
  let books = Books.live(client)
  _ = try await books.a(id: 1)
  _ = try await books.b()
  _ = try await books.c(1)
  _ = try await books.d(id: 1)
  _ = try await books.e(x: Book(), y: Book())
  var mock = Books.unimplemented
  mock.i = { $0 }
  _ = InMemoryTransport().mounting(Books.self) { _ in .unimplemented }
  _ = [Books.Endpoints.a, Books.Endpoints.c, Books.Endpoints.f, Books.Endpoints.g]
  _ = Books.routes.count
}
