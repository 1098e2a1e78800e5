import Foundation
import Naru
import NaruAuth

// What Sources/NaruAuthDesktop/NaruAuthDesktop.docc/NaruAuthDesktop.md leaves out.

struct Tokens: Sendable {
  func exchange(_ code: Secret, _ verifier: Secret) async throws -> Credential { Credential(accessToken: code) }
}

let address = InMemoryTransport.url
let tokens = Tokens()
let session = Session(store: MemoryTokenStore()) { old in old }
