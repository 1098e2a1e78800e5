import Foundation
import Naru

// What Sources/Naru/Naru.docc/Security.md leaves out.

struct Book: Codable, Sendable {}

struct MemberStore: Sendable {
  func find(key: Secret) async throws -> Member? { nil }
  func find(_ user: String, _ password: Secret) async throws -> Member? { nil }
}

struct TokenStore: Sendable { var token: Secret? { get async { nil } } }

struct Library: Sendable {
  func books(for member: Member?) -> Books { .unimplemented }
}

let library = Library()
let members = MemberStore()
let session = TokenStore()
let api = Books.unimplemented
let key = "key"
let password = "password"
let url = InMemoryTransport.url
let uploadURL = InMemoryTransport.url
