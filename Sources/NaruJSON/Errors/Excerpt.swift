package import Foundation

/// The beginning of an answer that could not be read, fit for a log: one line, at most 200 characters, without secrets.
package enum Excerpt {
  private static let limit = 200
  /// How much of a body is looked at, in bytes: enough for the limit, little enough for a page of megabytes.
  private static let window = 4096

  /// The excerpt of a body. Bytes that are not UTF-8 are `�`.
  package static func text(of body: Data) -> String {
    text(of: String(decoding: body.prefix(window), as: UTF8.self))
  }

  /// The excerpt of a text.
  package static func text(of text: String) -> String {
    // Redacted before it is cut: the half of a token is not recognised as one.
    let line = line(of: redacted(text))
    return line.count > limit ? "\(line.prefix(limit - 1))…" : line
  }

  /// The beginning of a value in JSON, at most 40 characters, at the end of a path. A value below a key that is named like a
  /// secret is hidden as a whole.
  static func text(of value: String, below path: [any CodingKey]) -> String {
    if value.isEmpty { return "" }
    let isSecret = path.contains { $0.intValue == nil && redacted("\"\($0.stringValue)\":\"x\"").contains(hidden) }
    if isSecret { return hidden }
    let line = text(of: value)
    return line.count > 40 ? "\(line.prefix(39))…" : line
  }

  /// The text in one line: spaces in the place of control characters and line breaks, and never two of them.
  package static func line(of text: String) -> String {
    text.unicodeScalars
      .split { $0.properties.isWhitespace || isControl($0) }
      .map { String(Substring($0)) }
      .joined(separator: " ")
  }

  /// Characters that would break a log's lines, or show them in another order than they are in.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
  }

  /// The text with `<redacted>` for all that looks like a secret. A word too many is hidden rather than one too few.
  package static func redacted(_ text: String) -> String {
    var text = text
    // A token by its form: a JWT, or a long run of letters and digits, longer than a UUID.
    text.replace(/eyJ[A-Za-z0-9_.\-]*/, with: hidden)
    text.replace(/[A-Za-z0-9_+=\-]{40,}/) { run in
      run.output.contains(where: \.isNumber) ? hidden : String(run.output)
    }
    // What follows the scheme of an `Authorization` field.
    text.replace(/(?i)\b(bearer|basic)\s+[^\s"'<>,;\\]+/) { "\($0.output.1) \(hidden)" }
    // The value of a key, in JSON, in JSON in a string, in XML, in the fields of a form, in a query, in a header field.
    text.replace(keyAndValue) { "\($0.output.1)\(hidden)" }
    return text
  }

  package static let hidden = "<redacted>"

  /// A key that is named like a secret with what lies before its value, and then the value: up to the closing quote, to
  /// the end of what looks like a bare word, and for a list or an object to the end of everything. What repeats in the key
  /// gives nothing back (`+`), so that no body makes it slow.
  private static var keyAndValue: Regex<(Substring, Substring)> {
    #/
    (?xi)
    (
      (?: token | passw(?:or)?d | passcode | secret | authorization | cookie | credential | api[_\-]?key | session[_\-]?id )
      [A-Za-z0-9_\-]{0,32}+ [\\"']*+ \s*+ (?: (?:value|content) \s* = | [:=>] ) \s*
    )
    (?: \\+" [^"]* "? | " (?: [^"\\] | \\. )* "? | ' [^']* '? | [\[\{] (?s: .* ) | (?: <redacted> | [^,&"'<>\{\}\r\n] )+ )
    /#
  }
}
