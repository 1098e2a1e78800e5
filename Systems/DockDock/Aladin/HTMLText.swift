import Foundation

/// Conversions of HTML to plain text.
enum HTMLText {
  /// Removes tags, replaces entities with their characters, and collapses white space. An escaped tag (`&lt;데미안&gt;`)
  /// stays as text.
  static func plain(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      text += rest[..<index]
      rest = rest[index...]
      if let tag = rest.prefixMatch(of: /<[\/!]?[a-zA-Z][^<>]*>/) {
        // Only tags that break a line separate words.
        if rest.dropFirst().prefixMatch(of: /(?i)\/?(br|p|div|li|tr)\b/) != nil { text += " " }
        rest = rest[tag.range.upperBound...]
      } else if let entity = rest.prefixMatch(of: /&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/),
        let character = character(entity.1)
      {
        text += character
        rest = rest[entity.range.upperBound...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return (text + rest).precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Returns a URL with `https` and without a key; `nil` for anything but an http(s) URL.
  static func address(_ html: String) -> String? {
    guard var components = URLComponents(string: plain(html)), components.host?.isEmpty == false,
      ["http", "https"].contains(components.scheme?.lowercased())
    else { return nil }
    components.scheme = "https"
    if let items = components.percentEncodedQueryItems {
      let kept = items.filter { $0.name.lowercased() != "ttbkey" }
      components.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    }
    return components.string
  }

  private static func character(_ entity: Substring) -> String? {
    guard entity.hasPrefix("#") else { return named[String(entity)] }
    let digits = entity.dropFirst()
    let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  /// The entities that occur in Korean book data.
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "middot": "·", "hellip": "…",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "ndash": "–", "mdash": "—", "copy": "©", "reg": "®",
    "trade": "™", "times": "×", "eacute": "é",
  ]
}
