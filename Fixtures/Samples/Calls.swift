// What Sources/Naru/Naru.docc/Calls.md leaves out.

import Naru

struct Book: Codable, Sendable {}
@MainActor func show(book id: Int) {}
@MainActor func show(results text: String) {}
let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
