// expansion: A body is written by the client and read by the server.
import Naru

struct Note: Encodable, Sendable {}

@API("/notes")
struct Notes: Sendable {
  @POST("/")
  var add: @Sendable (_ note: Note) async throws -> Void
}
