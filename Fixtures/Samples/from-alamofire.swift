import Foundation
import Naru

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// What docs/from-alamofire.md leaves out.

enum Status: String, Codable, Sendable { case reading }
struct Book: Codable, Sendable, Identifiable { var id: Int }
struct NewBook: Codable, Sendable { var title: String }
actor Tokens { var current: Secret? }

let api = InMemoryTransport.url
let file = URL(filePath: "/")
let tokens = Tokens()
var pinning: (any URLSessionDelegate)? { nil }
var shelf: Shelf { .unimplemented }
