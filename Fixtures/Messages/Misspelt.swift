import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{bookId}")
  var show: @Sendable (_ bookID: Int) async throws -> String
}
