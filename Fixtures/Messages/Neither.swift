import Naru

struct Note: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable () async throws -> Note
}
