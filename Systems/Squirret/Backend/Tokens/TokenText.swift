package import Foundation
import Naru

/// A signed token (JWS, RFC 7515) taken apart, before anybody believes a word of it.
///
/// JWTKit checks signatures, and lets pass what has to be refused before: an unknown `kid` (it takes another key), `crit`, and
/// texts that only decode to the same bytes. So every token comes through here first.
package struct TokenText {
  /// What the header says.
  package struct Header: Decodable {
    /// The algorithm.
    package let alg: String
    /// The key's id.
    package let kid: String?
    /// The type, in lower case and without `application/`.
    package let typ: String?

    private enum CodingKeys: String, CodingKey { case alg, kid, typ, crit }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // Extensions that must be understood: none is.
      guard !container.contains(.crit) else {
        throw DecodingError.dataCorruptedError(forKey: .crit, in: container, debugDescription: "is not understood")
      }
      alg = try container.decode(String.self, forKey: .alg)
      kid = try container.decodeIfPresent(String.self, forKey: .kid)
      let type = try container.decodeIfPresent(String.self, forKey: .typ)?.lowercased()
      typ = type.map { $0.hasPrefix("application/") ? String($0.dropFirst("application/".count)) : $0 }
    }
  }

  /// The longest token that is looked at, in bytes.
  static let limit = 16 << 10

  package let text: String
  package let header: Header
  /// The payload's JSON, which nobody has checked.
  package let payload: Data

  /// `nil` for a text that is no signed token in its one canonical form.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), !signature.isEmpty,
      let decoded = try? JSONDecoder().decode(Header.self, from: header)
    else { return nil }
    self.text = text
    self.header = decoded
    self.payload = payload
  }
}
