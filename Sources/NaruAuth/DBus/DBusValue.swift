#if os(Linux)
  /// A value as it goes over D-Bus (D-Bus Specification, “Marshaling”).
  indirect enum DBusValue: Sendable, Equatable {
    case byte(UInt8)
    case bool(Bool)
    /// Any other number, with the code of its type: `n`, `q`, `i`, `u`, `x`, `t` or `d`, and its bits.
    case number(Character, UInt64)
    case string(String)
    case path(String)
    case signature(String)
    case bytes([UInt8])
    /// Values of one type, with its signature.
    case array(String, [DBusValue])
    case structure([DBusValue])
    case entry(DBusValue, DBusValue)
    case variant(DBusValue)

    /// The type of the value.
    var signature: String {
      switch self {
      case .byte: "y"
      case .bool: "b"
      case .number(let code, _): String(code)
      case .string: "s"
      case .path: "o"
      case .signature: "g"
      case .bytes: "ay"
      case .array(let element, _): "a\(element)"
      case .structure(let fields): "(\(fields.map(\.signature).joined()))"
      case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
      case .variant: "v"
      }
    }

    static func uint32(_ number: UInt32) -> DBusValue { .number("u", UInt64(number)) }

    /// Texts by names.
    static func dictionary(_ items: [String: String]) -> DBusValue {
      .array("{ss}", items.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) })
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var path: String? { if case .path(let text) = self { text } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var elements: [DBusValue]? {
      switch self {
      case .array(_, let values), .structure(let values): values
      default: nil
      }
    }
  }

  /// What came over D-Bus makes no sense.
  struct DBusFormatError: Error, CustomStringConvertible {
    var description: String { "the message bus sent something that is not D-Bus" }
  }

  /// How types are aligned.
  func alignment(of code: Character) -> Int {
    switch code {
    case "y", "g", "v": 1
    case "n", "q": 2
    case "x", "t", "d", "(", "{": 8
    default: 4
    }
  }

  /// Writes values, little-endian.
  struct DBusWriter {
    private(set) var bytes: [UInt8] = []

    mutating func align(to size: Int) {
      while bytes.count % size != 0 { bytes.append(0) }
    }

    mutating func write(_ value: DBusValue) {
      switch value {
      case .byte(let byte): bytes.append(byte)
      case .bool(let value): write(value ? 1 : 0, size: 4)
      case .number(let code, let bits): write(bits, size: size(of: code))
      case .string(let text), .path(let text):
        write(UInt64(text.utf8.count), size: 4)
        bytes += text.utf8
        bytes.append(0)
      case .signature(let text):
        bytes.append(UInt8(text.utf8.count))
        bytes += text.utf8
        bytes.append(0)
      case .bytes(let content):
        write(UInt64(content.count), size: 4)
        bytes += content
      case .array(let element, let values):
        write(0, size: 4)
        let mark = bytes.count - 4
        align(to: alignment(of: element.first ?? "y"))
        let start = bytes.count
        for value in values { write(value) }
        let count = UInt32(bytes.count - start)
        for index in 0..<4 { bytes[mark + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
      case .structure(let fields):
        align(to: 8)
        for field in fields { write(field) }
      case .entry(let key, let value):
        align(to: 8)
        write(key)
        write(value)
      case .variant(let value):
        write(.signature(value.signature))
        write(value)
      }
    }

    private mutating func write(_ bits: UInt64, size: Int) {
      align(to: size)
      for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * index))) }
    }
  }

  private func size(of code: Character) -> Int {
    switch code {
    case "n", "q": 2
    case "x", "t", "d": 8
    default: 4
    }
  }

  /// Reads values.
  ///
  /// - Throws: ``DBusFormatError``, whatever the bytes are.
  struct DBusReader {
    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
      self.bytes = bytes
      self.isBigEndian = isBigEndian
      position = bytes.startIndex
    }

    /// The values of a signature.
    mutating func values(_ signature: String) throws -> [DBusValue] {
      var rest = signature[...]
      var values: [DBusValue] = []
      while !rest.isEmpty { values.append(try value(try Self.next(&rest), depth: 0)) }
      return values
    }

    mutating func align(to size: Int) throws {
      while (position - bytes.startIndex) % size != 0 { _ = try byte() }
    }

    private mutating func value(_ type: Substring, depth: Int) throws -> DBusValue {
      guard depth < 32, let code = type.first else { throw DBusFormatError() }
      switch code {
      case "y": return .byte(try byte())
      case "b": return .bool(try number(4) != 0)
      case "n", "q", "i", "u", "h", "x", "t", "d": return .number(code, try number(size(of: code)))
      case "s": return .string(try text(Int(try number(4))))
      case "o": return .path(try text(Int(try number(4))))
      case "g": return .signature(try text(Int(try byte())))
      case "v":
        var rest = try text(Int(try byte()))[...]
        let inner = try value(try Self.next(&rest), depth: depth + 1)
        guard rest.isEmpty else { throw DBusFormatError() }
        return .variant(inner)
      case "a":
        let element = type.dropFirst()
        let length = Int(try number(4))
        try align(to: alignment(of: element.first ?? "y"))
        guard length <= bytes.endIndex - position else { throw DBusFormatError() }
        let end = position + length
        if element == "y" {
          defer { position = end }
          return .bytes(Array(bytes[position..<end]))
        }
        var values: [DBusValue] = []
        while position < end { values.append(try value(element, depth: depth + 1)) }
        guard position == end else { throw DBusFormatError() }
        return .array(String(element), values)
      case "(", "{":
        try align(to: 8)
        var rest = type.dropFirst().dropLast()
        var fields: [DBusValue] = []
        while !rest.isEmpty { fields.append(try value(try Self.next(&rest), depth: depth + 1)) }
        guard !fields.isEmpty else { throw DBusFormatError() }
        if code == "(" { return .structure(fields) }
        guard fields.count == 2 else { throw DBusFormatError() }
        return .entry(fields[0], fields[1])
      default:
        throw DBusFormatError()
      }
    }

    /// Takes the first complete type off a signature.
    private static func next(_ signature: inout Substring) throws -> Substring {
      var end = signature.startIndex
      while end < signature.endIndex, signature[end] == "a" { end = signature.index(after: end) }
      guard end < signature.endIndex else { throw DBusFormatError() }
      var open = 0
      repeat {
        guard end < signature.endIndex else { throw DBusFormatError() }
        if "({".contains(signature[end]) { open += 1 }
        if ")}".contains(signature[end]) { open -= 1 }
        end = signature.index(after: end)
      } while open > 0
      guard open == 0 else { throw DBusFormatError() }
      defer { signature = signature[end...] }
      return signature[..<end]
    }

    private mutating func byte() throws -> UInt8 {
      guard position < bytes.endIndex else { throw DBusFormatError() }
      defer { position += 1 }
      return bytes[position]
    }

    private mutating func number(_ size: Int) throws -> UInt64 {
      try align(to: size)
      var result: UInt64 = 0
      for index in 0..<size {
        let byte = UInt64(try byte())
        result |= byte << UInt64(8 * (isBigEndian ? size - 1 - index : index))
      }
      return result
    }

    private mutating func text(_ count: Int) throws -> String {
      guard count < bytes.endIndex - position else { throw DBusFormatError() }
      defer { position += count + 1 }
      return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }
  }
#endif
