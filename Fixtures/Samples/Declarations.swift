// What Sources/Naru/Naru.docc/Declarations.md leaves out.

import Naru

struct Content: Codable, Sendable {}
struct Issue: Codable, Sendable {}
enum State: String, Codable, Sendable { case open, closed }
enum Sort: String, Codable, Sendable { case created, updated }
struct Report: Codable, Sendable {}
struct Job: Codable, Sendable {}
struct PictureSlot: Codable, Sendable { var link: LinkURL }
let url = InMemoryTransport.url
var pictures: Pictures { .unimplemented }
