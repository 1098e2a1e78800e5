import Foundation
import Naru

// What Sources/NaruServer/NaruServer.docc/NaruServer.md leaves out.

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable () async throws -> [String]
  @GET("/{id}", versioned: true)
  var show: @Sendable (_ id: Int) async throws -> String
  @PATCH("/{id}")
  var change: @Sendable (_ id: Int, _ text: String) async throws -> String
}

struct NoteStore: Sendable {
  func api(for caller: Caller) -> Notes { .unimplemented }
  func api(for caller: Caller, of tenant: String, at address: String?) -> Notes { .unimplemented }
}
struct SessionStore: Sendable { func user(for token: Secret) async throws -> UUID? { nil } }

struct Member: Hashable, Sendable { var tenant: String }
struct MemberStore: Sendable { func find(_ key: Secret) async throws -> Member? { nil } }

struct WriteCounter: Sendable { func count(_ user: UUID) async throws {} }

let members = MemberStore()
let api = Notes.unimplemented
let notes = NoteStore()
let sessions = SessionStore()
let options = ServingOptions()
let writes = WriteCounter()
