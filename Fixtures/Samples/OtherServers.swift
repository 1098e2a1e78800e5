import Foundation
import HTTPTypes
import Naru

// What Sources/Naru/Naru.docc/OtherServers.md leaves out.

struct BodyReader: ~Copyable {
  mutating func read() async throws -> Data? { nil }
}
