import Foundation
import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async throws -> Data  // error: Use `Blob` for bytes as they are
}
