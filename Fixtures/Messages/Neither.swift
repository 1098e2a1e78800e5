// expansion: The result of an endpoint is read by the client.
// expansion: The result of an endpoint is written by the server and read by the client.
import Naru

struct Note: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable () async throws -> Note
}
