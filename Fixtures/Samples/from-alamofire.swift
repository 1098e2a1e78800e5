import Foundation
import Naru
@_exported import NaruAuth

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// What docs/from-alamofire.md leaves out.

enum Status: String, Codable, Sendable { case reading }
struct Book: Codable, Sendable, Identifiable { var id: Int }
struct NewBook: Codable, Sendable { var title: String }
actor Tokens {
  var current: Secret?
  var stored: (access: Secret, refresh: Secret)?
}

struct ShelfModel {
  let shelf: Shelf
  let books: [Book] = []
  init(_ shelf: Shelf) { self.shelf = shelf }
  func load() async throws {}
}

let api = InMemoryTransport.url
let file = URL(filePath: "/")
let tokens = Tokens()
let session = Session(store: MemoryTokenStore()) { $0 }
var pinning: (any URLSessionDelegate)? { nil }
var shelf: Shelf { .unimplemented }
