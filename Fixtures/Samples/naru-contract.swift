import Naru
import NaruTesting

// What skills/naru-contract/SKILL.md leaves out.

enum Status: String, Codable, Sendable { case reading }

struct Book: Codable, Sendable {
  var id: Int
  var isbn: String
}
