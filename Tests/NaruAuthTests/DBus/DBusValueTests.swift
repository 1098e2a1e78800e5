#if os(Linux)
  import Naru
  import Testing

  @testable import NaruAuth

  /// Values come back from the bus as they went there, and nonsense is no crash.
  struct DBusValueTests {
    private static let values: [DBusValue] = [
      .byte(7), .bool(true), .uint32(.max), .number("x", 1 << 40), .string("한글"), .path("/a/b"), .signature("a{sv}"),
      .bytes([]),
      .bytes([1, 2, 3]), .array("s", []), .array("(yv)", [.structure([.byte(1), .variant(.string("x"))])]),
      .structure([.path("/"), .bytes([]), .bytes([9]), .string("")]), .dictionary(["a": "1", "b": "2"]),
      .variant(.variant(.array("o", [.path("/x")]))),
    ]

    @Test
    func whatIsWrittenIsRead() throws {
      var writer = DBusWriter()
      for value in Self.values { writer.write(value) }
      var reader = DBusReader(writer.bytes[...], isBigEndian: false)
      let read = try reader.values(Self.values.map(\.signature).joined())
      #expect(read == Self.values)
    }

    @Test
    func whatIsCutOffIsAnError() {
      var writer = DBusWriter()
      for value in Self.values { writer.write(value) }
      let signature = Self.values.map(\.signature).joined()
      for count in 0..<writer.bytes.count {
        var reader = DBusReader(writer.bytes[..<count], isBigEndian: false)
        #expect(throws: DBusFormatError.self) { try reader.values(signature) }
      }
    }

    @Test(arguments: ["a", "(", ")", "{", "{s", "(s", "a(", "()", "a()", "}", "q)", "?", "{s}", "{sss}", "a{s", "vv)"])
    func aSignatureThatIsNoneIsAnError(signature: String) {
      var reader = DBusReader([UInt8](repeating: 1, count: 64)[...], isBigEndian: true)
      #expect(throws: DBusFormatError.self) { try reader.values(signature) }
    }

    @Test
    func bytesThatSayAnythingAreNoCrash() {
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<4_000 {
        let bytes = (0..<64).map { _ in UInt8.random(in: 0...40, using: &generator) }
        var reader = DBusReader(bytes[...], isBigEndian: Bool.random(using: &generator))
        _ = try? reader.values("yyyyuua(yv)(oayays)ao")
        var other = DBusReader(bytes[...], isBigEndian: false)
        _ = try? other.values("vvv")
      }
    }
  }
#endif
