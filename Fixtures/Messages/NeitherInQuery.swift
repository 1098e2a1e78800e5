// expansion: A query parameter is sent as text.
import Naru

struct Mark: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable (_ mark: Query<Mark>) async throws -> Void
}
// others: 1
