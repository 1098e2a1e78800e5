import Foundation
import Naru

// What Sources/NaruLab/NaruLab.docc/NaruLab.md leaves out.

@API("/notes")
struct Notes: Sendable {
  @POST("/")
  var add: @Sendable (_ note: String) async throws -> String
}

let notes = Notes.unimplemented
