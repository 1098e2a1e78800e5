// expansion: A header field is sent as text.
import Naru

struct Mark: Sendable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable (_ mark: Header<Mark>) async throws -> Void
}
// others: 1
