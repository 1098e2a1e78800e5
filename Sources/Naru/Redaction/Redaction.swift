import Foundation
package import HTTPTypes

/// The redaction of secrets in requests and responses. The rest stays as it is, so that it can still be read or sent again.
///
/// A value is secret if it has the name of a secret (`Authorization`, `accessToken`, `password`, …) or looks like a token.
/// When in doubt, a value is redacted.
package struct Redaction: Sendable {
  /// Names that are secret in addition to the usual ones, in the form of ``plain(_:)``.
  private let names: Set<String>
  /// Makes the replacement of a secret from its name. The name is `nil` for a secret that was recognized by its form.
  private let replacement: (@Sendable (_ name: String?) -> String)?
  /// Whether names are secret. Exchanges repeat their names, and judging one takes as long as looking up a hundred.
  private let judged = Locked<[String: Bool]>([:])
  private static let limitOfJudged = 1_000

  package init(
    names: some Sequence<String> = [],
    replacement: (@Sendable (_ name: String?) -> String)? = nil
  ) {
    self.names = Set(names.map(Self.plain))
    self.replacement = replacement
  }

  private init(_ names: Set<String>, _ replacement: (@Sendable (_ name: String?) -> String)?) {
    self.names = names
    self.replacement = replacement
  }

  /// Returns a redaction that also knows the names of an endpoint's API keys.
  package func knowing(_ endpoint: Endpoint?) -> Redaction {
    guard let secret = endpoint?.secretNames, !secret.isEmpty else { return self }
    return Redaction(names.union(secret.map(Self.plain)), replacement)
  }

  /// Returns the replacement of a secret.
  func replacement(for secret: String, name: String?) -> String {
    if let replacement { return replacement(name) }
    if Double(secret) != nil { return "0" }
    return UUID(uuidString: secret) == nil ? "redacted" : "00000000-0000-0000-0000-000000000000"
  }

  /// Whether a header field, query item, placeholder or JSON field with this name is secret.
  package func hides(_ name: String) -> Bool {
    if let isSecret = judged.withLock({ $0[name] }) { return isSecret }
    let isSecret = judge(Self.plain(name))
    // Callers choose names, so their number and length are limited.
    if name.utf8.count <= 64 {
      judged.withLock { judged in
        if judged.count >= Self.limitOfJudged { judged.removeAll() }
        judged[name] = isSecret
      }
    }
    return isSecret
  }

  private func judge(_ name: String) -> Bool {
    if names.contains(name) { return true }
    // `tokenType` and `accessTokenExpiresAt` are about a secret, but are not secret.
    if Self.harmlessEndings.contains(where: name.hasSuffix) { return false }
    return Self.secretNames.contains(name) || Self.secretWords.contains(where: name.contains)
  }

  /// Redacts everything in a value that looks like a token.
  package func value(_ text: String) -> String {
    // Most strings have no item, and looking for a byte takes much less time than looking for a string.
    let text = text.utf8.contains(UInt8(ascii: "=")) && text.contains("://") ? addressed(text) : text
    let redacted = Excerpt.redacted(text)
    return redacted == text ? text : redacted.replacing(Excerpt.hidden, with: replacement(for: "", name: nil))
  }

  /// Redacts the value of a header field.
  package func field(_ field: HTTPField) -> String {
    let name = field.name.rawName
    if hides(name) { return replacement(for: "", name: name) }
    if field.name == .location { return redirect(field.value) }
    // The tag of a version looks like a token, and without it no one understands a 304 or a 412.
    return Self.namesOfTags.contains(name.lowercased()) ? field.value : value(field.value)
  }

  /// Redacts the address of a redirect, which may contain a provider's code. That is as good as a password.
  package func redirect(_ address: String) -> String {
    value(Redaction(names.union(["code", "state"]), replacement).addressed(address))
  }

  /// Redacts the items of an address, such as the signature of a presigned one.
  private func addressed(_ text: String) -> String {
    text.replacing(/([?&#])([^?&#=]+)=([^?&#]*)/) { match in
      "\(match.1)\(match.2)=\(part(match.3, name: decoded(match.2)))"
    }
  }

  /// Redacts the items of a query or of a form, which are percent-encoded.
  package func query(_ query: some StringProtocol, isSecret: Bool = false) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return String(item) }
      return "\(parts[0])=\(part(Substring(parts[1]), name: decoded(Substring(parts[0])), isSecret: isSecret))"
    }
    .joined(separator: "&")
  }

  /// Returns a query with an ellipsis for each value: `q=…&page=…`.
  static func names(of query: Substring) -> String {
    query.split(separator: "&").map { "\($0.prefix { $0 != "=" })=…" }.joined(separator: "&")
  }

  /// Redacts a path and a query. The values of the endpoint's placeholders and its API keys are also recognized by their names.
  package func target(_ target: String, of endpoint: Endpoint?) -> String {
    // A fragment may be a secret, and has no meaning.
    let (path, query) = String(target.prefix { $0 != "#" }).splitTarget
    var redaction = knowing(endpoint)
    // A provider's code is as good as a password there. Elsewhere, a code can be anything.
    if path.split(separator: "/").contains(where: Self.callbacks.contains) {
      redaction = Redaction(redaction.names.union(["code", "state"]), replacement)
    }
    let isSecret = endpoint?.followsLink ?? false
    return self.path(path, endpoint) + (query.map { "?\(redaction.query($0, isSecret: isSecret))" } ?? "")
  }

  /// Redacts a path, which is percent-encoded.
  func path(_ path: Substring, _ endpoint: Endpoint?) -> String {
    let segments = path.pathSegments
    let template = endpoint?.path.segments ?? []
    // The client's base address may have a path of its own.
    let base = endpoint?.path.start(in: segments) ?? segments.count
    return segments.enumerated().map { index, segment in
      guard base >= 0, index >= base else { return "/\(part(segment, name: nil))" }
      return switch template[min(index - base, template.count - 1)] {
      case .literal: "/\(segment)"
      case .placeholders(_, let placeholders):
        "/\(part(segment, name: placeholders.map(\.name).first(where: hides) ?? placeholders.first?.name))"
      case .rest(let name): "/\(part(segment, name: name))"
      }
    }
    .joined()
  }

  /// Redacts a percent-encoded value.
  private func part(_ text: Substring, name: String?, isSecret: Bool = false) -> String {
    let plain = decoded(text)
    let isSecret = isSecret || name.map(hides) ?? false || Excerpt.redacted(plain) != plain
    return isSecret ? replacement(for: plain, name: name) : String(text)
  }

  private func decoded(_ text: Substring) -> String {
    (try? QueryString.decode(text, plusIsSpace: true)) ?? String(text)
  }

  /// Normalizes a name: lower case, without hyphens and underscores.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static let secretWords = [
    "token", "password", "passwd", "passcode", "passphrase", "secret", "authorization", "cookie", "credential",
    "apikey", "accesskey", "privatekey", "sessionid", "signature", "codeverifier", "otpcode", "verificationcode",
  ]
  // Korean open APIs take the keys at the end in the query.
  private static let secretNames: Set<String> = [
    "pin", "pwd", "otp", "jwt", "sid", "sig", "auth", "assertion", "authkey", "servicekey", "ttbkey",
  ]
  private static let namesOfTags: Set = ["etag", "if-match", "if-none-match", "if-range"]
  /// Segments of the addresses where sign-in providers send a browser back.
  private static let callbacks: Set<Substring> = ["oauth", "oauth2", "callback"]
  private static let harmlessEndings = [
    "type", "expires", "expiresat", "expiresin", "expireson", "expiry", "expiration", "issuedat", "createdat",
  ]
}
