import Foundation
package import HTTPTypes

/// Hides what is secret in a request or an answer, and leaves the rest as it is, so that it can still be read or sent again.
///
/// Secret is what has the name of a secret (`Authorization`, `accessToken`, `password`, …) and what looks like a token
/// wherever it stands. A word too many is hidden rather than one too few.
package struct Redaction: Sendable {
  /// Names that are secret here beside those that are everywhere, as ``plain(_:)`` has them.
  private let names: Set<String>
  /// What stands in the place of a secret, given its name: `nil` for one that was known by its form.
  private let replacement: (@Sendable (_ name: String?) -> String)?

  /// Hides secrets.
  ///
  /// - Parameters:
  ///   - names: names of header fields, query items, placeholders and JSON fields that are secret too.
  ///   - replacement: what stands in the place of a secret, given its name. Without it, something that can be read as the
  ///     same type: 0 for a number, the UUID of zeros for a UUID, else `redacted`.
  package init(
    names: some Sequence<String> = [],
    replacement: (@Sendable (_ name: String?) -> String)? = nil
  ) {
    self.names = Set(names.map(Self.plain))
    self.replacement = replacement
  }

  /// What stands in the place of a secret.
  func standIn(for secret: String, name: String?) -> String {
    if let replacement { return replacement(name) }
    if Double(secret) != nil { return "0" }
    return UUID(uuidString: secret) == nil ? "redacted" : "00000000-0000-0000-0000-000000000000"
  }

  /// Whether what has this name is secret: a header field, a query item, a placeholder, a field in JSON.
  package func hides(_ name: String) -> Bool {
    let name = Self.plain(name)
    if names.contains(name) { return true }
    // `tokenType` and `accessTokenExpiresAt` tell about a secret, and are none.
    if Self.harmlessEndings.contains(where: name.hasSuffix) { return false }
    return Self.secretNames.contains(name) || Self.secretWords.contains(where: name.contains)
  }

  /// A value that has no name of a secret, with what looks like one in it replaced.
  package func value(_ text: String) -> String {
    let redacted = Excerpt.redacted(text)
    return redacted == text ? text : redacted.replacing(Excerpt.hidden, with: standIn(for: "", name: nil))
  }

  /// The value of a header field.
  package func field(_ field: HTTPField) -> String {
    hides(field.name.rawName) ? standIn(for: "", name: field.name.rawName) : value(field.value)
  }

  /// The items of a query or of a form, still percent-encoded.
  package func query(_ query: some StringProtocol) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return String(item) }
      return "\(parts[0])=\(part(Substring(parts[1]), name: decoded(Substring(parts[0]))))"
    }
    .joined(separator: "&")
  }

  /// A path and a query. In the path, what stands for a placeholder of the endpoint's is known by its name too.
  package func target(_ target: String, of endpoint: Endpoint?) -> String {
    let (path, query) = target.splitTarget
    return self.path(path, endpoint) + (query.map { "?\(self.query($0))" } ?? "")
  }

  /// A path, still percent-encoded.
  func path(_ path: Substring, _ endpoint: Endpoint?) -> String {
    let segments = path.pathSegments
    let template = endpoint?.path.segments ?? []
    // The client's address may have more before the contract's path.
    let base = segments.count - template.count
    return segments.enumerated().map { index, segment in
      guard base >= 0, index >= base else { return "/\(part(segment, name: nil))" }
      return switch template[index - base] {
      case .literal: "/\(segment)"
      case .placeholder(_, let name, _): "/\(part(segment, name: name))"
      }
    }
    .joined()
  }

  /// A percent-encoded value.
  private func part(_ text: Substring, name: String?) -> String {
    let plain = decoded(text)
    let isSecret = name.map(hides) ?? false || Excerpt.redacted(plain) != plain
    return isSecret ? standIn(for: plain, name: name) : String(text)
  }

  private func decoded(_ text: Substring) -> String {
    (try? QueryString.decode(text, plusIsSpace: true)) ?? String(text)
  }

  /// A name without case, hyphens and underscores.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static let secretWords = [
    "token", "password", "passwd", "passcode", "passphrase", "secret", "authorization", "cookie", "credential",
    "apikey", "accesskey", "privatekey", "sessionid", "signature", "codeverifier", "otpcode", "verificationcode",
  ]
  // The keys are those which Korean open APIs want in the query.
  private static let secretNames: Set<String> = [
    "pin", "pwd", "otp", "jwt", "sid", "auth", "assertion", "authkey", "servicekey", "ttbkey",
  ]
  private static let harmlessEndings = [
    "type", "expires", "expiresat", "expiresin", "expireson", "expiry", "expiration", "issuedat", "createdat",
  ]
}
