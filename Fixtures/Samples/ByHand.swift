// What Sources/Naru/Naru.docc/ByHand.md leaves out.

struct Note: Codable, Sendable { var text: String }
