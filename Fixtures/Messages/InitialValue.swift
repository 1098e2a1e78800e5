import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async throws -> String = { _ in "" }  // error: The initialiser replaces this value
}
