// expansion: A form field is sent as text.
import Naru

struct Mark: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @POST("/")
  var show: @Sendable (_ mark: Form<Mark>) async throws -> Void
}
// others: 1
