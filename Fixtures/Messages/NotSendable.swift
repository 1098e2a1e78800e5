// expansion: type 'Note' does not conform to the 'Sendable' protocol
import Naru

final class Note: Codable {}

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var show: @Sendable () async throws -> Note
}
