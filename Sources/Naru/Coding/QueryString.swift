import Foundation

/// The text after the `?` of a URL, both ways.
enum QueryString {
  /// Percent-encodes a text so that only unreserved characters (RFC 3986, section 2.3) stay as they are: `+`, `&`, `=`,
  /// `%`, `#`, `?` and `/` arrive as themselves whatever the server makes of them. Hangul goes out in NFC.
  static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var encoded = ""
    encoded.reserveCapacity(text.utf8.count * 3)
    let composed = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    for byte in composed.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded.append("%")
        encoded.unicodeScalars.append(hexadecimal(byte >> 4))
        encoded.unicodeScalars.append(hexadecimal(byte & 0xF))
      }
    }
    return encoded
  }

  /// Reads the items of a query. `+` is a space, as forms and most clients mean it; an item without `=` has the value "".
  ///
  /// - Throws: ``MalformedEncoding`` where a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
  static func items(_ query: Substring) throws -> [(name: String, value: String)] {
    try query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (try decode(parts[0], plusIsSpace: true), parts.count > 1 ? try decode(parts[1], plusIsSpace: true) : "")
    }
  }

  /// Takes the percent-encoding off a text.
  static func decode(_ text: Substring, plusIsSpace: Bool = false) throws -> String {
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

  private static func hexadecimal(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
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
