import Foundation

/// A `Content-Disposition` field (RFC 6266, and RFC 7578 for parts of forms).
package struct ContentDisposition {
  /// The name of a form's field.
  package private(set) var name: String?
  /// The name of a file, without folders, because a sender must not choose where a file is saved.
  private(set) var filename: String?

  /// Parses a header field. Malformed parameters are ignored.
  package init(_ field: String) {
    let isForm = field.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed.lowercased() == "form-data"
    let parameters = Self.parameters(field)
    func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    name = value("name").map(Self.unescape)
    let names = [
      value("filename*").flatMap(Self.extended), Self.joined(value).flatMap(Self.extended),
      value("filename").map { Self.plain($0, isForm: isForm) },
    ]
    filename = names.lazy.compactMap { $0.flatMap(Self.lastComponent) }.first
  }

  /// Returns the field for a download with a file name.
  static func attachment(_ filename: String) -> String {
    let plain = filename.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
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
      rest = rest.drop { $0 == UInt8(ascii: " ") }
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

  /// Decodes a name that is percent-encoded, which only an extended value should be. In a form, browsers encode just three characters,
  /// so the other ones are decoded only if that finds a character that the sender must have encoded.
  private static func plain(_ text: String, isForm: Bool) -> String {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let decoded = try? QueryString.decode(text[...]),
      !isForm || decoded.utf8.contains(where: { $0 >= 0x80 })
    else { return unescape(text) }
    return decoded
  }

  /// Joins an extended value that is split: `filename*0*=UTF-8''%EC%B1%85; filename*1=.txt` (RFC 2231, section 3).
  private static func joined(_ value: (String) -> String?) -> String? {
    var text = value("filename*0").map { _ in "UTF-8''" } ?? ""
    for index in 0... {
      let part = value("filename*\(index)*") ?? value("filename*\(index)").map { QueryString.encode($0) }
      guard let part else { break }
      text += part
    }
    return text
  }

  /// Decodes an extended value, such as `UTF-8''%EC%B1%85.txt` (RFC 8187). Other charsets are obsolete.
  private static func extended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = try? QueryString.bytes(parts[2]) else { return nil }
    let charset = parts[0].lowercased()
    return (charset == "utf-8" ? .utf8 : APIResponse.encodings[charset]).flatMap { String(bytes: bytes, encoding: $0) }
  }

  private static func lastComponent(_ name: String) -> String? {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let visible = last.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    return ["", ".", ".."].contains(visible) ? nil : visible
  }
}
