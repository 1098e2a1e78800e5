import Foundation

/// A `Content-Disposition` field (RFC 6266, and RFC 7578 for parts of forms).
struct ContentDisposition {
  /// The name of a form's field.
  private(set) var name: String?
  /// The name of a file, without folders, because a sender must not choose where a file is saved.
  private(set) var filename: String?

  /// Parses a header field. Malformed parameters are ignored.
  init(_ field: String) {
    var extended: String?
    for (key, value) in Self.parameters(field) {
      switch key {
      case "name": name = name ?? Self.unescape(value)
      case "filename": filename = filename ?? Self.lastComponent(Self.unescape(value))
      case "filename*": extended = extended ?? Self.extended(value).flatMap(Self.lastComponent)
      default: break
      }
    }
    filename = extended ?? filename
  }

  /// Returns the field for a download with a file name.
  static func attachment(_ filename: String) -> String {
    let plain = filename.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && !"\"\\%".unicodeScalars.contains(scalar)
        ? String(scalar) : "_"
    }.joined()
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(QueryString.encode(filename))"
  }

  /// Parses the parameters after the first `;`. The names are in lower case, the values without quotes.
  static func parameters(_ field: String) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    var rest = field.utf8.drop { $0 != UInt8(ascii: ";") }.dropFirst()
    while !rest.isEmpty {
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[name.endIndex...]
      guard rest.popFirst() == UInt8(ascii: "=") else { continue }
      let value: String
      if rest.first == UInt8(ascii: "\"") {
        rest.removeFirst()
        value = quoted(&rest)
      } else {
        value = String(rest.prefix { $0 != UInt8(ascii: ";") }.trimmed)
      }
      rest = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
      parameters.append((name.trimmed.lowercased(), value))
    }
    return parameters
  }

  /// Reads a string up to its closing quote, and advances past it.
  private static func quoted(_ rest: inout Substring.UTF8View) -> String {
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      // Only quotes and backslashes can be escaped: old browsers send unescaped Windows paths.
      if byte == UInt8(ascii: "\\"), let next = rest.first, next == UInt8(ascii: "\"") || next == byte {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func unescape(_ text: String) -> String {
    var text = text
    for (code, character) in [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")] {
      text = text.replacingOccurrences(of: code, with: character, options: .caseInsensitive)
    }
    return text
  }

  /// Decodes an extended value, such as `UTF-8''%EC%B1%85.txt` (RFC 8187). Other charsets are obsolete.
  private static func extended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return try? QueryString.decode(parts[2])
  }

  private static func lastComponent(_ name: String) -> String? {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let visible = last.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    return ["", ".", ".."].contains(visible) ? nil : visible
  }
}
