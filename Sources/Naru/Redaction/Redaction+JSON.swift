package import Foundation

extension Redaction {
  /// Replaces every secret in JSON by another value of its type. All other bytes stay as they are: order, spaces and numbers.
  package func json(_ body: Data) -> String? {
    var redactor = JSONRedactor(redaction: self, bytes: Array(body))
    return redactor.run()
  }
}

/// Copies JSON in one pass, and redacts it.
private struct JSONRedactor {
  let redaction: Redaction
  let bytes: [UInt8]
  var position = 0
  var copy: [UInt8] = []

  /// The largest depth of arrays and objects, which is Foundation's.
  private static let depthLimit = 512
  private struct Malformed: Error {}

  init(redaction: Redaction, bytes: [UInt8]) {
    self.redaction = redaction
    self.bytes = bytes
    copy.reserveCapacity(bytes.count)
  }

  mutating func run() -> String? {
    do {
      try value(secret: nil, depth: 0)
      space()
      return position == bytes.count ? String(bytes: copy, encoding: .utf8) : nil
    } catch {
      return nil
    }
  }

  private mutating func value(secret: String?, depth: Int) throws(Malformed) {
    space()
    guard let byte = next, depth < Self.depthLimit else { throw Malformed() }
    switch byte {
    case UInt8(ascii: "{"):
      try list(until: UInt8(ascii: "}")) { redactor throws(Malformed) in
        redactor.space()
        let key = try redactor.string()
        redactor.copy += key
        redactor.space()
        guard redactor.next == UInt8(ascii: ":") else { throw Malformed() }
        redactor.take()
        let name = Self.text(of: key)
        let isSecret = name.map(redactor.redaction.hides) ?? false
        try redactor.value(secret: secret ?? (isSecret ? name : nil), depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try list(until: UInt8(ascii: "]")) { redactor throws(Malformed) in
        try redactor.value(secret: secret, depth: depth + 1)
      }
    case UInt8(ascii: "\""):
      copy += redacted(try string(), secret)
    default:
      let word = word()
      let isNumber = word.first.map(Self.numberStarts.contains) ?? false && word.allSatisfy(Self.numberBytes.contains)
      guard isNumber || Self.words.contains(where: word.elementsEqual) else { throw Malformed() }
      // `true`, `false` and `null` reveal nothing.
      copy += isNumber ? number(word, secret) : Array(word)
    }
  }

  private mutating func list(
    until end: UInt8,
    element: (inout JSONRedactor) throws(Malformed) -> Void
  ) throws(Malformed) {
    take()
    space()
    if next == end { return take() }
    while true {
      try element(&self)
      space()
      guard let byte = next, byte == end || byte == UInt8(ascii: ",") else { throw Malformed() }
      take()
      if byte == end { return }
    }
  }

  /// Reads a string with its quotes, without copying it.
  private mutating func string() throws(Malformed) -> ArraySlice<UInt8> {
    guard next == UInt8(ascii: "\"") else { throw Malformed() }
    let start = position
    position += 1
    while let byte = next {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return bytes[start..<position] }
    }
    throw Malformed()
  }

  private mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while let byte = next, !Self.delimiters.contains(byte) { position += 1 }
    return bytes[start..<position]
  }

  private func redacted(_ string: ArraySlice<UInt8>, _ secret: String?) -> [UInt8] {
    guard let text = Self.text(of: string) else { return Array(string) }
    guard let secret else {
      let value = redaction.value(text)
      return value == text ? Array(string) : Self.quoted(value)
    }
    return text.isEmpty ? Array(string) : Self.quoted(redaction.replacement(for: text, name: secret))
  }

  private func number(_ word: ArraySlice<UInt8>, _ secret: String?) -> [UInt8] {
    guard let secret else { return Array(word) }
    return Array(redaction.replacement(for: String(decoding: word, as: UTF8.self), name: secret).utf8)
  }

  private static func text(of string: ArraySlice<UInt8>) -> String? {
    guard string.contains(UInt8(ascii: "\\")) else {
      return String(bytes: string.dropFirst().dropLast(), encoding: .utf8)
    }
    return try? JSONSerialization.jsonObject(with: Data(string), options: .fragmentsAllowed) as? String
  }

  private static func quoted(_ text: String) -> [UInt8] {
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
    return (try? JSONSerialization.data(withJSONObject: text, options: options)).map(Array.init) ?? Array("\"\"".utf8)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take() {
    copy.append(bytes[position])
    position += 1
  }

  private mutating func space() {
    while let byte = next, Self.spaces.contains(byte) { take() }
  }

  // Arrays, because hashing a byte takes longer than comparing it with a few.
  private static let spaces = Array(" \t\r\n".utf8)
  private static let words = ["true", "false", "null"].map { Array($0.utf8) }
  private static let numberStarts = Array("-0123456789".utf8)
  private static let numberBytes = Array("-+.eE0123456789".utf8)
  private static let delimiters = Array(" \t\r\n,:[]{}\"".utf8)
}
