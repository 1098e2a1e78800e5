// expansion: The result of an endpoint is written by the server and read by the client.
import Naru

struct Note: Decodable, Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable () async throws -> Note
}
