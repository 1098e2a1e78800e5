/// An independent validator of RFC 8259, written for correctness only.
struct StrictJSON {
  private let bytes: [UInt8]
  private var at = 0

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var json = StrictJSON(bytes: bytes)
    json.space()
    guard json.value() else { return false }
    json.space()
    return json.at == bytes.count
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func space() { while let byte, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { at += 1 } }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  private mutating func value() -> Bool {
    if take("{") { return members("}") { $0.string() && $0.spaced(":") && $0.value() } }
    if take("[") { return members("]") { $0.value() } }
    return string() || take("true") || take("false") || take("null") || number()
  }

  private mutating func spaced(_ text: String) -> Bool {
    space()
    guard take(text) else { return false }
    space()
    return true
  }

  private mutating func members(_ end: String, _ member: (inout StrictJSON) -> Bool) -> Bool {
    space()
    if take(end) { return true }
    repeat { guard member(&self) else { return false } } while spaced(",")
    space()
    return take(end)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte {
      at += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      if byte == UInt8(ascii: "\\") {
        guard let escape = self.byte else { return false }
        at += 1
        if escape == UInt8(ascii: "u") {
          guard hex() else { return false }
        } else if !"\"\\/bfnrt".utf8.contains(escape) {
          return false
        }
      }
    }
    return false
  }

  private mutating func hex() -> Bool {
    let digits = String(decoding: bytes[at...].prefix(4), as: UTF8.self)
    at += 4
    return digits.count == 4 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  private mutating func digits() -> Bool {
    let start = at
    while let byte, (0x30...0x39).contains(byte) { at += 1 }
    return at > start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    return true
  }
}
