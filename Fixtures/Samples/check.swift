import Foundation
import Naru

// What docs/check.md leaves out.

@API("/books")
struct Books: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async throws -> String
}
