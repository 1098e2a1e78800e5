import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{id}")
  var show: @Sendable (id: Int) async throws -> String  // error: use '_' before 'id'
}
