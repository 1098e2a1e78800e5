import Naru

// What docs/change-a-contract.md leaves out.

@API("/books")
struct Books: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async throws -> String
}
