import Foundation

/// The text after the `?` of a URL, both ways.
package enum QueryString {
  /// Percent-encodes a text so that only unreserved characters (RFC 3986, section 2.3) stay as they are: `+`, `&`, `=`,
  /// `%`, `#`, `?` and `/` arrive as themselves whatever the server makes of them. Hangul goes out in NFC.
  package static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count * 3)
    let composed = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    for byte in composed.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexadecimal(byte >> 4))
        encoded.append(hexadecimal(byte & 0xF))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Writes the items of a query, or the fields of a form. A space is `%20`, which every server reads as one.
  package static func encode(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Reads the items of a query. `+` is a space, as forms and most clients mean it; an item without `=` has the value "".
  ///
  /// - Throws: ``MalformedEncoding`` where a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
  package static func items(_ query: Substring) throws -> [(name: String, value: String)] {
    try query.split(byte: UInt8(ascii: "&"), omittingEmpty: true).map { item in
      guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return (try decode(item, plusIsSpace: true), "")
      }
      let value = item[item.utf8.index(after: equals)...]
      return (try decode(item[..<equals], plusIsSpace: true), try decode(value, plusIsSpace: true))
    }
  }

  /// Takes the percent-encoding off a text.
  package static func decode(_ text: Substring, plusIsSpace: Bool = false) throws -> String {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace:
        bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          throw MalformedEncoding(text: String(text))
        }
        bytes.append(high << 4 | low)
      default:
        bytes.append(byte)
      }
    }
    guard let decoded = String(bytes: bytes, encoding: .utf8) else { throw MalformedEncoding(text: String(text)) }
    return decoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

// Paths and queries are split at ASCII bytes: looking for whole characters costs more than all the rest of a match.
extension Substring {
  fileprivate func split(byte: UInt8, omittingEmpty: Bool) -> [Substring] {
    utf8.split(separator: byte, omittingEmptySubsequences: omittingEmpty).map(Substring.init)
  }

  /// The segments of a path, still percent-encoded.
  var pathSegments: [Substring] {
    Substring(utf8.dropFirst()).split(byte: UInt8(ascii: "/"), omittingEmpty: false)
  }
}

extension String {
  /// A request's target in its two parts; what follows a `#` belongs to neither.
  package var splitTarget: (path: Substring, query: Substring?) {
    let target = self[..<(utf8.firstIndex(of: UInt8(ascii: "#")) ?? endIndex)]
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (target, nil) }
    return (target[..<mark], target[target.utf8.index(after: mark)...])
  }
}

/// A percent-encoded text that is none.
struct MalformedEncoding: RequestProblem {
  let text: String

  var sentence: Sentence {
    Sentence(
      korean: "주소의 퍼센트 인코딩이 올바르지 않습니다: “\(text.prefix(40))”",
      english: "The percent-encoding of the address is wrong: “\(text.prefix(40))”"
    )
  }
}
