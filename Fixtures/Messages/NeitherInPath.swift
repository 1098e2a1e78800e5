// expansion: A parameter in the path is sent as text.
import Naru

struct Mark: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/{mark}")
  var show: @Sendable (_ mark: Mark) async throws -> Void
}
// others: 1
