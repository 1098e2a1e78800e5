import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ since: Date) async throws -> [String]  // error: cannot find type 'Date' in scope
}
// others: 6
