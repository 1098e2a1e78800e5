import Foundation

/// An encoder and a decoder of the query of a URL.
package enum QueryString: Sendable {
  /// Percent-encodes a string except for unreserved characters (RFC 3986, section 2.3), so that every server decodes `+`, `&`, `=`,
  /// `%`, `#`, `?` and `/` correctly. Hangul is sent in NFC.
  package static func encode(_ text: String) -> String {
    if text.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy(isUnreserved) }) ?? false { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count * 3)
    let composed = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    for byte in composed.utf8 {
      if isUnreserved(byte) { encoded.append(byte) } else { append(byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Percent-encodes what a cookie's value can't have (RFC 6265, section 4.1.1), and `%`. The rest stays, because many servers compare a
  /// cookie without decoding it.
  static func encode(cookie text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte), !"\",;\\%".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        append(byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Percent-encodes only what may not stand in a path or a query (RFC 3986, sections 3.3 and 3.4), except for some delimiters: a whole
  /// address also has `#`, `[` and `]`. What is encoded stays. A `%` without two hexadecimal digits encodes nothing, so it becomes `%25`.
  /// Hangul is not composed, because the server wrote it.
  package static func complete(_ text: String, keeping delimiters: String = "") -> String {
    var text = text
    let encoded = text.withUTF8 { bytes -> String? in
      func mayStand(_ index: Int) -> Bool {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%") {
          return index + 2 < bytes.count && digit(bytes[index + 1]) != nil && digit(bytes[index + 2]) != nil
        }
        // A slash is in every path, and comparing it first costs less.
        return isUnreserved(byte) || byte == UInt8(ascii: "/") || "?=&,:;+@!$'()*".utf8.contains(byte)
          || delimiters.utf8.contains(byte)
      }
      if bytes.indices.allSatisfy(mayStand) { return nil }
      var encoded: [UInt8] = []
      encoded.reserveCapacity(bytes.count * 3)
      for index in bytes.indices {
        if mayStand(index) { encoded.append(bytes[index]) } else { append(bytes[index], to: &encoded) }
      }
      return String(decoding: encoded, as: UTF8.self)
    }
    return encoded ?? text
  }

  private static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
    encoded.append(UInt8(ascii: "%"))
    encoded.append(hexadecimal(byte >> 4))
    encoded.append(hexadecimal(byte & 0xF))
  }

  /// Encodes the items of a query, or the fields of a form. A space becomes `%20`, which every server understands.
  package static func encode(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Decodes the items of a query. `+` is a space, as in forms and most clients; an item without `=` has the value "".
  package static func items(_ query: Substring) throws -> [(name: String, value: String)] {
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

  /// Decodes a percent-encoded string.
  package static func decode(_ text: Substring, plusIsSpace: Bool = false) throws -> String {
    var text = text
    return try text.withUTF8 { try decode($0[...], plusIsSpace: plusIsSpace) }
  }

  private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, plusIsSpace: Bool) throws -> String {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    if !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    guard let text = String(bytes: try decodedBytes(bytes, plusIsSpace: plusIsSpace), encoding: .utf8) else {
      throw MalformedEncoding(text: String(decoding: bytes, as: UTF8.self))
    }
    return text
  }

  /// Decodes a percent-encoded string in another charset than UTF-8.
  static func bytes(_ text: Substring) throws -> [UInt8] {
    var text = text
    return try text.withUTF8 { try decodedBytes($0, plusIsSpace: false) }
  }

  private static func decodedBytes(_ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool) throws -> [UInt8] {
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
    return decoded
  }

  /// Returns a path in which only what must be is percent-encoded, in capitals, and Hangul is composed. A segment with an encoded delimiter
  /// of values or of segments stays as it is.
  static func normalized(_ path: Substring) -> Substring {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard let text = try? decode(segment), !text.contains(where: "/,?%".contains) else { return String(segment) }
      return complete(text.precomposedStringWithCanonicalMapping)
    }
    return segments.joined(separator: "/")[...]
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

// Paths and queries are split at ASCII bytes, because searching for whole characters costs more than the rest of a match.
extension Collection<UInt8> {
  /// Returns the first index of a byte. In the contiguous memory of a string this is much faster than by its indices.
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
    segments.reserveCapacity(8)
    while let slash = rest.place(of: UInt8(ascii: "/")) {
      segments.append(Substring(rest[..<slash]))
      rest = rest[rest.index(after: slash)...]
    }
    segments.append(Substring(rest))
    return segments
  }
}

extension String {
  /// The path and the query of a request's target. A `#` has no meaning in a target: it is a part of the path, which then is
  /// unknown, or of the query.
  package var splitTarget: (path: Substring, query: Substring?) {
    guard let mark = utf8.place(of: UInt8(ascii: "?")) else { return (self[...], nil) }
    return (self[..<mark], self[utf8.index(after: mark)...])
  }
}

struct MalformedEncoding: RequestError {
  let text: String

  var localizedMessage: LocalizedMessage {
    LocalizedMessage(
      korean: "주소나 폼의 퍼센트 인코딩이 올바르지 않습니다: “\(text.prefix(40))”",
      english: "The percent-encoding of the address or the form is invalid: “\(text.prefix(40))”"
    )
  }
}
