import Naru

struct Note: Encodable, Sendable {}

@API("/notes")
struct Notes: Sendable {
  @POST("/")
  var add: @Sendable (_ note: Note) async throws -> Void
}
