import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ since: Date) async throws -> [String]
  @GET("/last")
  var last: @Sendable () async throws -> Date
}
