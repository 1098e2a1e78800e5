import Foundation
import NaruJSON
import Testing

struct StringTests {
  private let json = JSONCoding()

  @Test func everyASCIICharacterSurvivesARoundTrip() throws {
    for length in 0..<20 {
      for byte in UInt8(0)...0x7F {
        let text =
          String(repeating: "가", count: length / 3) + String(repeating: "x", count: length)
          + String(Unicode.Scalar(byte)) + "끝"
        let written = try json.encode(text)
        #expect(try json.decode(String.self, from: written) == text)
        #expect(try JSONDecoder().decode(String.self, from: written) == text)
        #expect(StrictJSON.accepts([UInt8](written)))
      }
    }
  }

  @Test func randomTextsSurviveARoundTrip() throws {
    var make = Generator(random: SeededRandom(seed: 3))
    for _ in 0..<2000 {
      let text = make.text()
      let written = try json.encode([text])
      #expect(try json.decode([String].self, from: written).first.map { Array($0.utf8) } == Array(text.utf8))
      #expect(try JSONDecoder().decode([String].self, from: written).first == text)
    }
  }

  @Test func onlyRequiredCharactersAreEscaped() throws {
    #expect(
      try json.text("a/b\"c\\d\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é한😀\u{2028}") == #""a/b\"c\\d\b\f\n\r\t\u0000\u001f"#
        + "\u{7F}é한😀\u{2028}\""
    )
  }

  @Test
  func escapesAreRead() throws {
    #expect(
      try json.decode(String.self, #""\u0041\u00E9\ud55c\uD83D\uDE00\"\\\/\b\f\n\r\t""#) == "Aé한😀\"\\/\u{8}\u{C}\n\r\t"
    )
    #expect(try json.decode(String.self, #""가\n나\u0000다""#) == "가\n나\u{0}다")
    #expect(try json.decode(String.self, #""\uFFFE\uFFFF""#) == "\u{FFFE}\u{FFFF}")
  }

  // A server in Java or JavaScript cuts a string between the halves of an emoji.
  @Test(arguments: [
    (#"\ud83d"#, "\u{FFFD}"), (#"\uDE00x"#, "\u{FFFD}x"), (#"a\ud83d\n"#, "a\u{FFFD}\n"),
    (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ud83d\ude00\\ud83d"#, "\u{FFFD}😀\\ud83d"),
  ])
  func halfASurrogatePairIsAReplacementCharacter(escaped: String, text: String) throws {
    let document = #"[{"\ud83d":0,"name":"\#(escaped)","value":1}]"#
    let expected = [Inner(name: text, value: 1)]
    #expect(try json.decode([Inner].self, document) == expected)
    #expect(try json.decode([ByFoundation<Inner>].self, from: Data(document.utf8)).map(\.value) == expected)
    #expect(try json.decode([String: Int].self, #"{"\#(escaped)":1}"#) == [text: 1])
  }

  @Test func longTextsSurviveARoundTrip() throws {
    for length in [1023, 1024, 1025, 100_000] {
      for piece in ["x", "한", "\"", "\u{1}"] {
        let text = String(repeating: piece, count: length)
        #expect(try json.decode(String.self, from: json.encode(text)) == text)
      }
    }
  }

  @Test func substringsAndBridgedStringsAreWritten() throws {
    let slice = String("xx한글 \"y\"zz".dropFirst(2).dropLast(2))
    #expect(try json.text(slice) == #""한글 \"y\"""#)
    #expect(try json.text(NSString(string: "한글") as String) == "\"한글\"")
  }
}
