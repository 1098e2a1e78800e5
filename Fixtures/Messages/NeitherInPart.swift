// expansion: A part is sent as a file, text or JSON.
import Naru

struct Mark: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @POST("/")
  var show: @Sendable (_ mark: Part<Mark>) async throws -> Void
}
// others: 1
