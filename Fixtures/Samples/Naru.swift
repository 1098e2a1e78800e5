import Foundation
import Naru

// What Sources/Naru/Naru.docc/Naru.md leaves out.

struct Note: Codable, Sendable { var text: String }
struct NewNote: Codable, Sendable { var text: String }

let url = InMemoryTransport.url
