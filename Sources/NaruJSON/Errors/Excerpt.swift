package import Foundation

/// The start of a response that could not be read, safe for a log: one line of at most 200 characters, without secrets.
package enum Excerpt {
  private static let limit = 200
  /// The number of bytes of a body that are examined, so that a body of megabytes is cheap.
  private static let window = 4096

  /// Returns the excerpt of a body. Bytes that are not UTF-8 become `�`.
  package static func text(of body: Data) -> String {
    text(of: String(decoding: body.prefix(window), as: UTF8.self))
  }

  /// Returns the excerpt of a string.
  package static func text(of text: String) -> String {
    // Redact before truncating, because half a token is not recognized.
    let line = line(of: redacted(text))
    return line.count > limit ? "\(line.prefix(limit - 1))…" : line
  }

  /// Returns the start of a JSON value, at most 40 characters. A value below a key that is named like a secret is
  /// redacted entirely.
  static func text(of value: String, below path: [any CodingKey]) -> String {
    if value.isEmpty { return "" }
    let isSecret = path.contains { $0.intValue == nil && redacted("\"\($0.stringValue)\":\"x\"").contains(hidden) }
    if isSecret { return hidden }
    let line = text(of: value)
    return line.count > 40 ? "\(line.prefix(39))…" : line
  }

  /// Returns the string in one line, with each run of white space and control characters replaced by a space.
  package static func line(of text: String) -> String {
    text.unicodeScalars
      .split { $0.properties.isWhitespace || isControl($0) }
      .map { String(Substring($0)) }
      .joined(separator: " ")
  }

  /// Returns whether a character would break a log's lines, or change their reading order.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
  }

  /// Returns the string with `<redacted>` in place of anything that looks like a secret. When in doubt, a value is
  /// redacted.
  package static func redacted(_ text: String) -> String {
    // The expressions take a thousand times as long, and most strings have nothing that they look for.
    guard mayContainSecret(text) else { return text }
    var text = text
    // Tokens by their form: a JWT, or a run of letters and digits that is longer than a UUID.
    text.replace(/eyJ[A-Za-z0-9_.\-]*/, with: hidden)
    text.replace(/[A-Za-z0-9_+=\-]{40,}/) { run in
      run.output.contains(where: \.isNumber) ? hidden : String(run.output)
    }
    // The credentials of an `Authorization` field.
    text.replace(/(?i)\b(bearer|basic)\s+[^\s"'<>,;\\]+/) { "\($0.output.1) \(hidden)" }
    // Values of keys in JSON, JSON in a string, XML, form fields, queries and header fields.
    text.replace(keyAndValue) { "\($0.output.1)\(hidden)" }
    return text
  }

  /// Returns whether an expression of ``redacted(_:)`` may match: the string has a long run, the beginning of a JWT, or one of the words.
  private static func mayContainSecret(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var run = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "="),
        UInt8(ascii: "-"):
        run += 1
        if run >= 40 { return true }
        for word in words[Int(byte | 32)] ?? [] where word.count <= bytes.count - index {
          if word.indices.allSatisfy({ bytes[index + $0] | 32 == word[$0] }) { return true }
        }
      // The Kelvin sign is a K in another case.
      case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x84 && bytes[index + 2] == 0xAA: return true
      default: run = 0
      }
    }
    return false
  }

  /// The words of the expressions, by their first letter, in lower case; of `api_key` and `session_id`, the first part.
  private static let words: [[[UInt8]]?] = {
    let words = [
      "eyj", "bearer", "basic", "token", "passw", "passcode", "secret", "authorization", "cookie", "credential", "api",
      "session", "signature",
    ].map { Array($0.utf8) }
    let letters = Dictionary(grouping: words) { Int($0[0]) }
    return (0..<128).map { letters[$0] }
  }()

  package static let hidden = "<redacted>"

  /// Matches a key that is named like a secret, up to its value, and then the value: up to the closing quote, to the
  /// end of a bare word, or for a list or an object to the end of the string. Repetitions in the key are possessive
  /// (`+`), so that no body makes the match slow.
  private static var keyAndValue: Regex<(Substring, Substring)> {
    #/
    (?xi)
    (
      (?: token | passw(?:or)?d | passcode | secret | authorization | cookie | credential | signature | api[_\-]?key | session[_\-]?id )
      [A-Za-z0-9_\-]{0,32}+ [\\"']*+ \s*+ (?: (?:value|content) \s* = | [:=>] ) \s*
    )
    (?: \\+" [^"]* "? | " (?: [^"\\] | \\. )* "? | ' [^']* '? | [\[\{] (?s: .* ) | (?: <redacted> | [^,&"'<>\{\}\r\n] )+ )
    /#
  }
}
