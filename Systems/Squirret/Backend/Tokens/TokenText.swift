import Foundation
import Naru
import Support

/// The parts of a signed token (JWS, RFC 7515), before verification.
///
/// Every token is parsed here first, because JWTKit accepts tokens that must be rejected: with an unknown `kid` (it then
/// uses another key), with `crit`, and in non-canonical base64url.
package struct TokenText {
  /// The header.
  package struct Header: Decodable {
    /// The algorithm.
    package let alg: String
    /// The key's id.
    package let kid: String?
    /// The type in lower case, without `application/`.
    let typ: String?

    private enum CodingKeys: String, CodingKey { case alg, kid, typ, crit }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // No extension is supported, so none may be critical.
      guard !container.contains(.crit) else {
        throw DecodingError.dataCorruptedError(forKey: .crit, in: container, debugDescription: "is not supported")
      }
      alg = try container.decode(String.self, forKey: .alg)
      kid = try container.decodeIfPresent(String.self, forKey: .kid)
      let type = try container.decodeIfPresent(String.self, forKey: .typ)?.lowercased()
      typ = type.map { $0.hasPrefix("application/") ? String($0.dropFirst("application/".count)) : $0 }
    }
  }

  /// The maximum length of a token in bytes.
  static let limit = 16 << 10

  let text: String
  /// The header.
  package let header: Header

  /// Parses a token. `nil` if the string is not a signed token in canonical form.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), Base64URL.decode(parts[1]) != nil,
      let signature = Base64URL.decode(parts[2]), !signature.isEmpty,
      let decoded = try? JSONDecoder().decode(Header.self, from: header)
    else { return nil }
    self.text = text
    self.header = decoded
  }
}
