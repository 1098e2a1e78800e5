import Foundation

/// The text after the `?` of a URL, both ways.
public enum QueryString: Sendable {
  /// Percent-encodes a text so that only unreserved characters (RFC 3986, section 2.3) stay as they are: `+`, `&`, `=`,
  /// `%`, `#`, `?` and `/` arrive as themselves whatever the server makes of them. Hangul goes out in NFC.
  public static func encode(_ text: String) -> String {
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
  public static func encode(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Reads the items of a query. `+` is a space, as forms and most clients mean it; an item without `=` has the value "".
  ///
  /// - Throws: ``MalformedEncoding`` where a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
  public static func items(_ query: Substring) throws -> [(name: String, value: String)] {
    var query = query
    return try query.withUTF8 { bytes in
      try bytes.split(separator: UInt8(ascii: "&")).map { item in
        let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
        return (
          try decode(item[..<equals], plusIsSpace: true),
          try decode(item[equals...].dropFirst(), plusIsSpace: true)
        )
      }
    }
  }

  /// Takes the percent-encoding off a text.
  public static func decode(_ text: Substring, plusIsSpace: Bool = false) throws -> String {
    var text = text
    return try text.withUTF8 { try decode($0[...], plusIsSpace: plusIsSpace) }
  }

  private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, plusIsSpace: Bool) throws -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    if !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "+") where plusIsSpace:
        decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
          throw MalformedEncoding(text: String(decoding: bytes, as: UTF8.self))
        }
        decoded.append(high << 4 | low)
        index += 2
      case let byte:
        decoded.append(byte)
      }
      index += 1
    }
    guard let text = String(bytes: decoded, encoding: .utf8) else {
      throw MalformedEncoding(text: String(decoding: bytes, as: UTF8.self))
    }
    return text
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
extension Collection<UInt8> {
  /// Where a byte is for the first time. In the memory of a text that is found much faster than by its indices.
  fileprivate func place(of byte: UInt8) -> Index? {
    guard let offset = withContiguousStorageIfAvailable({ $0.firstIndex(of: byte) }) else {
      return firstIndex(of: byte)
    }
    return offset.map { index(startIndex, offsetBy: $0) }
  }
}

extension Substring {
  /// The segments of a path, still percent-encoded.
  var pathSegments: [Substring] {
    var rest = utf8.dropFirst()
    var segments: [Substring] = []
    while let slash = rest.place(of: UInt8(ascii: "/")) {
      segments.append(Substring(rest[..<slash]))
      rest = rest[rest.index(after: slash)...]
    }
    segments.append(Substring(rest))
    return segments
  }
}

extension String {
  /// A request's target in its two parts; what follows a `#` belongs to neither.
  public var splitTarget: (path: Substring, query: Substring?) {
    let target = self[..<(utf8.place(of: UInt8(ascii: "#")) ?? endIndex)]
    guard let mark = target.utf8.place(of: UInt8(ascii: "?")) else { return (target, nil) }
    return (target[..<mark], target[target.utf8.index(after: mark)...])
  }
}

/// A percent-encoded text that is none.
struct MalformedEncoding: RequestError {
  let text: String

  var sentence: Sentence {
    Sentence(
      korean: "주소의 퍼센트 인코딩이 올바르지 않습니다: “\(text.prefix(40))”",
      english: "The percent-encoding of the address is wrong: “\(text.prefix(40))”"
    )
  }
}
