import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async throws -> Result<String, APIError>  // error: A call throws its failure
}
