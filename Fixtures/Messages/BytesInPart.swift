import Foundation
import Naru

@API("/notes")
struct Notes: Sendable {
  @POST("/")
  var add: @Sendable (_ files: Part<[Data]>) async throws -> Void  // error: A part of bytes is a file. Use `Blob`
}
