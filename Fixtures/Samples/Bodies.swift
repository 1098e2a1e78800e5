import Foundation
import Naru

// What Sources/Naru/Naru.docc/Bodies.md leaves out.

struct Book: Codable, Sendable, Identifiable { var id: Int }
struct Record: Codable, Sendable { var text: String }
struct Terms: Codable, Sendable { var text: String }
struct Place: Codable, Sendable { var name: String }
struct Photo: Codable, Sendable { var url: URL }
struct Change: Codable, Sendable { var id: String }
enum Kind: String, Codable, Sendable { case quote }

struct Store: Sendable { var changes: AsyncStream<Change> { AsyncStream { _ in } } }

let store = Store()
let url = InMemoryTransport.url
let folder = InMemoryTransport.url
var records: Records { .unimplemented }

@Sendable func progress(_ bytes: Int, of total: Int?) {}
@MainActor func show(_ change: Change) {}
