public import Foundation

extension UUID: Payload {
  /// Reads a string of 36 characters.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    if let value = json.plainUUID() {
      self = value
    } else if let value = UUID(uuidString: try json.string()) {
      self = value
    } else {
      throw JSONError(.invalid("a UUID", of: UUID.self), offset: start)
    }
  }

  /// Writes a string of 36 characters, in upper case.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.uuid(self) }

  /// A string.
  public static var schema: Schema { .string(format: "uuid") }
}

extension JSONReader {
  /// Reads a UUID without escapes. Returns `nil`, without advancing, for any other value.
  fileprivate mutating func plainUUID() -> UUID? {
    guard count &- position >= 38, bytes[position] == UInt8(ascii: "\""), bytes[position &+ 37] == UInt8(ascii: "\"")
    else { return nil }
    let text = bytes.extracting(position + 1..<position + 37)
    var (high, low): (UInt64, UInt64) = (0, 0)
    for offset in 0..<36 {
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard text[offset] == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Self.hexDigit(text[offset]) else { return nil }
        high = high &<< 4 | low &>> 60
        low = low &<< 4 | UInt64(digit)
      }
    }
    position &+= 38
    return unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}

extension JSONWriter {
  fileprivate mutating func uuid(_ value: UUID) {
    reserve(38)
    var text = unsafe base + count
    count &+= 38
    unsafe text[0] = UInt8(ascii: "\"")
    unsafe text[37] = UInt8(ascii: "\"")
    unsafe text += 1
    unsafe withUnsafeBytes(of: value.uuid) { bytes in
      for index in 0..<16 {
        let byte = unsafe bytes[index]
        unsafe text[0] = Self.upperHexDigit(byte &>> 4)
        unsafe text[1] = Self.upperHexDigit(byte & 0x0F)
        unsafe text += 2
        if index == 3 || index == 5 || index == 7 || index == 9 {
          unsafe text[0] = UInt8(ascii: "-")
          unsafe text += 1
        }
      }
    }
  }

  @inline(__always)
  private static func upperHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &+ value &- 10
  }
}
