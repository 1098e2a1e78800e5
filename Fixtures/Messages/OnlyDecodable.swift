import Naru

struct Note: Decodable, Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable () async throws -> Note
}
