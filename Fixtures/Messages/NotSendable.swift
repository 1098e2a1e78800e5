import Naru

final class Filter: Codable { var text = "" }

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ filter: Filter) async throws -> [String]
}
