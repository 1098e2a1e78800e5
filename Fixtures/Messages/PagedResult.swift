// others: 1
import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ page: Paged<Int>?) async throws -> String  // error: `Paged` selects a page
}
