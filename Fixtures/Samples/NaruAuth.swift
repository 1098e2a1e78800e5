import Foundation
import Naru
import NaruAuth

// What Sources/NaruAuth/NaruAuth.docc/NaruAuth.md leaves out.

struct Pair: Sendable {
  var access: String
  var refresh: String
  var seconds: Int
}

struct Tokens: Sendable {
  func renew(_ token: Secret?) async throws -> Pair { Pair(access: "", refresh: "", seconds: 0) }
  func signIn(_ name: String, _ password: String) async throws -> Pair { try await renew(nil) }
  func exchange(_ code: Secret, _ verifier: Secret) async throws -> Credential { Credential(accessToken: code) }
}

struct Windows: SignInBrowser {
  func callback(
    to address: @escaping @Sendable (URL) throws -> URL,
    where isCallback: @escaping @Sendable (URL) -> Bool
  ) async throws -> URL {
    try address(InMemoryTransport.url)
  }
}

let url = InMemoryTransport.url
let address = url
let transport = InMemoryTransport()
let store = MemoryTokenStore()
let tokens = Tokens()
let windows = Windows()
let password = "…"
let session = Session(store: store) { old in old }

@MainActor func showSignIn(_ localizedMessage: LocalizedMessage?) {}
@MainActor func showProgress() {}
@MainActor func showHome() {}
@MainActor func show(_ localizedMessage: String) {}
