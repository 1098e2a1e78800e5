public import Foundation

extension Data: Payload {
  /// Reads a base64 string.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    if let value = json.plainBase64() {
      self = value
    } else {
      let text = try json.string()
      guard let value = Data(base64Encoded: text) ?? (json.isLenient ? Data(otherBase64: text) : nil) else {
        throw JSONError(.invalid("base64", of: Data.self), offset: start)
      }
      self = value
    }
  }

  /// Writes a base64 string.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.base64(self) }

  /// A string.
  public static var schema: Schema { .string(format: "byte") }

  /// Reads base64 with the letters of URLs, without padding, or in lines.
  private init?(otherBase64 text: String) {
    let letters = text.filter { !$0.isWhitespace }.replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: letters + "==".prefix((4 - letters.count % 4) % 4))
  }
}

extension JSONReader {
  /// Reads base64 without escapes and with its padding. Returns `nil`, without advancing, for any other value.
  fileprivate mutating func plainBase64() -> Data? {
    guard byte(at: position) == UInt8(ascii: "\""),
      let length = unsafe bytes.extracting(droppingFirst: position + 1).withUnsafeBytes({ text in
        unsafe text.baseAddress.flatMap { start in
          unsafe memchr(start, CInt(UInt8(ascii: "\"")), text.count).map { unsafe UnsafeRawPointer($0) - start }
        }
      }),
      length & 3 == 0
    else { return nil }
    let text = bytes.extracting(position + 1..<position + 1 + length)
    var padding = 0
    while padding < 2, padding < length, text[length &- padding &- 1] == UInt8(ascii: "=") { padding &+= 1 }
    var data = Data(count: length / 4 * 3 - padding)
    let isBase64 = unsafe data.withUnsafeMutableBytes {
      unsafe Base64.decode(text.extracting(first: length &- padding), to: $0)
    }
    guard isBase64 else { return nil }
    position &+= length &+ 2
    return data
  }
}

extension JSONWriter {
  fileprivate mutating func base64(_ data: Data) {
    let length = (data.count + 2) / 3 * 4
    reserve(length + 2)
    unsafe base[count] = UInt8(ascii: "\"")
    let text = unsafe base + count + 1
    unsafe data.withUnsafeBytes { unsafe Base64.encode($0, to: text) }
    unsafe text[length] = UInt8(ascii: "\"")
    count += length + 2
  }
}

/// Base64 as defined by RFC 4648, section 4.
private enum Base64 {
  private static let letters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// The value of each byte, 64 for a byte that is not a letter.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for value in 0..<64 { unsafe values[Int(letters.utf8Start[value])] = UInt8(value) }
    return values
  }()

  /// Decodes letters without their padding. Returns whether all are letters, and no bits are left over.
  static func decode(_ text: Span<UInt8>, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
    let length = text.count
    return unsafe values.withUnsafeBufferPointer { values in
      func value(_ offset: Int) -> UInt32 { unsafe UInt32(values[Int(text[offset])]) }
      var (offset, end, notLetters) = (0, 0, UInt32(0))
      while offset &+ 4 <= length {
        let (one, two, three, four) = (value(offset), value(offset &+ 1), value(offset &+ 2), value(offset &+ 3))
        notLetters |= one | two | three | four
        let bits = one &<< 18 | two &<< 12 | three &<< 6 | four
        unsafe bytes[end] = UInt8(truncatingIfNeeded: bits &>> 16)
        unsafe bytes[end &+ 1] = UInt8(truncatingIfNeeded: bits &>> 8)
        unsafe bytes[end &+ 2] = UInt8(truncatingIfNeeded: bits)
        offset &+= 4
        end &+= 3
      }
      if offset < length {
        let (one, two, three) = (value(offset), value(offset &+ 1), offset &+ 2 < length ? value(offset &+ 2) : 0)
        notLetters |= one | two | three
        let bits = one &<< 18 | two &<< 12 | three &<< 6
        unsafe bytes[end] = UInt8(truncatingIfNeeded: bits &>> 16)
        let isThree = offset &+ 3 == length
        if isThree { unsafe bytes[end &+ 1] = UInt8(truncatingIfNeeded: bits &>> 8) }
        if bits & (isThree ? 0xFF : 0xFFFF) != 0 { return false }
      }
      return notLetters & 64 == 0
    }
  }

  /// Encodes bytes, with padding.
  static func encode(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutablePointer<UInt8>) {
    let letters = unsafe letters.utf8Start
    var (offset, end) = (0, 0)
    while offset < bytes.count {
      let number = min(bytes.count - offset, 3)
      var bits = unsafe UInt32(bytes[offset]) &<< 16
      if number > 1 { unsafe bits |= UInt32(bytes[offset &+ 1]) &<< 8 }
      if number > 2 { unsafe bits |= UInt32(bytes[offset &+ 2]) }
      unsafe text[end] = letters[Int(bits &>> 18)]
      unsafe text[end &+ 1] = letters[Int(bits &>> 12 & 63)]
      unsafe text[end &+ 2] = number > 1 ? letters[Int(bits &>> 6 & 63)] : UInt8(ascii: "=")
      unsafe text[end &+ 3] = number > 2 ? letters[Int(bits & 63)] : UInt8(ascii: "=")
      offset &+= number
      end &+= 4
    }
  }
}
