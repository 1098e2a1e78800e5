import Foundation
import Naru

// What README.md leaves out.

struct Book: Codable, Sendable, Identifiable { var id: Int }
struct Record: Codable, Sendable { var text: String }
struct Photo: Codable, Sendable { var url: URL }

let url = InMemoryTransport.url
let book = 1
var token: Secret? { nil }
var records: Records { .unimplemented }
@MainActor func show(_ record: Record) {}
