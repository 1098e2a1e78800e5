import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ page: Int = 1) async throws -> [String]  // error: default argument // error: A function type can't have
}
