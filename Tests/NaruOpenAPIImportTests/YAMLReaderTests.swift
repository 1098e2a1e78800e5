import Naru
import Testing

@testable import NaruOpenAPI
@testable import NaruOpenAPIImport
@testable import OpenAPITestSupport

struct YAMLReaderTests {
  @Test func blocksAndScalarsAreRead() throws {
    let text = """
      %YAML 1.2
      --- # a document
      # A comment.
      openapi: 3.0.3   # the version
      info:
        title: "A: \\"b\\" \\u00e9\\
          c"
        text: 'it''s
          two lines'
        plain: one
          two

          three
        literal: |
          first
            second

          third
        folded: >-
          one
          two

          three
      list:
      - 1
      - -1.5
      - 0x1F
      -
        - a
      - b: 1
        c: ~
      - "x: y"
      empty:
      'quoted key': yes
      url: http://example.com:80/a#b
      flow: {a: [1, "two", {b: null}], c: http://x/y, "d":true}
      long: [a,
        b]
      ...
      """
    let tree = try YAMLReader.read("\u{FEFF}" + text)
    #expect(tree["openapi"] == "3.0.3")
    #expect(tree["info"]?["title"] == "A: \"b\" éc")
    #expect(tree["info"]?["text"] == "it's two lines")
    #expect(tree["info"]?["plain"] == "one two\nthree")
    #expect(tree["info"]?["literal"] == "first\n  second\n\nthird\n")
    #expect(tree["info"]?["folded"] == "one two\nthree")
    #expect(tree["list"] == [1, .number("-1.5"), 31, ["a"], ["b": 1, "c": .null], "x: y"])
    #expect(tree["empty"] == .null && tree["quoted key"] == "yes")
    #expect(tree["url"] == "http://example.com:80/a#b")
    #expect(tree["flow"] == ["a": [1, "two", ["b": .null]], "c": "http://x/y", "d": true])
    #expect(tree["long"] == ["a", "b"])
  }

  @Test func anchorsAndMergesAreResolved() throws {
    let tree = try YAMLReader.read(
      """
      base: &base
        a: 1
        b: 2
      other:
        <<: *base
        b: 3
      list: [*base]
      """
    )
    #expect(tree["other"] == ["b": 3, "a": 1] && tree["list"] == [["a": 1, "b": 2]])
  }

  @Test(arguments: [("a: [1", 1), ("a: *x", 1), ("? [a]\n: b", 1), ("a: \"b", 1), ("a: b\nc", 2), ("a: 1\na: 2", 1)])
  func aMistakeIsReportedWithItsLine(text: String, line: Int) throws {
    let error = try #require(#expect(throws: YAMLError.self) { try YAMLReader.read(text) })
    #expect([line, line + 1].contains(error.line), "\(error)")
    #expect(!error.reason.isEmpty)
  }

  @Test(arguments: [
    "a: &a [1]\n? *a\n: b", "a: &a [1]\n*a : b", "a: 1\n\n[a]: b", "a: {b: c, {d: e}: f}",
    "a: |\n  ? *a\nb:\n- - ? [c]", "a: text\n  ? more\n? {b: c}\n: d", "? ? a",
  ])
  func aKeyThatIsNoStringIsRejectedWithALine(text: String) throws {
    let error = try #require(#expect(throws: YAMLError.self) { try YAMLReader.read(text) })
    #expect(error.line != nil && error.reason == "a key must be a string", "\(error)")
  }

  @Test func whatLooksLikeAKeyInsideOfAStringIsRead() throws {
    let text = """
      ---
      a: |
        *note*: [x]: y
          ? *b
      b: plain's
        "quoted: and
        [x]
      - c
      """
    #expect(throws: YAMLError.self) { try YAMLReader.read(text) }
    let tree = try YAMLReader.read(
      """
      ---
      a: |
        *note*: [x]: y
          ? *b
      b: plain's
        "quoted and
        'more
        [x]
      list:
      - it's
        "open
      - k: >-
          *x*: y
        '*z': "a
          [b]: c"
      ? long key
      : {'*k': 1, b: "]: ?"}
      last: a#b 'c
      """
    )
    #expect(tree["b"] == "plain's \"quoted and 'more [x]" && tree["last"] == "a#b 'c")
    #expect(tree["list"] == ["it's \"open", ["k": "*x*: y", "*z": "a [b]: c"]])
    #expect(tree["long key"] == ["*k": 1, "b": "]: ?"])
  }

  @Test func aDocumentThatGrowsWithoutEndIsRejected() throws {
    let bomb = Self.bomb(levels: 9)
    let error = try #require(#expect(throws: YAMLError.self) { try YAMLReader.read(bomb) })
    #expect(error.reason.contains("values"), "\(error)")
    let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    #expect(throws: YAMLError.self) { try YAMLReader.read(deep) }
    for text in [String(repeating: "[", count: 1_000_000), String(repeating: "- ", count: 1_000_000)] {
      let error = #expect(throws: YAMLError.self) { try YAMLReader.read(text) }
      #expect(error?.reason.contains("level") ?? false, "\(String(describing: error))")
    }
  }

  /// Each key is hashed with all that it contains, before the reader sees it.
  @Test func aDocumentThatTakesTooLongIsRejected() throws {
    let error = #expect(throws: YAMLError.self) {
      try YAMLReader.read(Self.bomb(levels: 7) + "\n? *a7\n: x", within: 0.01)
    }
    #expect(error?.reason == "it takes longer than 0.01 seconds")
  }

  /// A few hundred bytes with 9 to the power of the levels values.
  private static func bomb(levels: Int) -> String {
    let aliases = (1...levels).map { level in
      "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]"
    }
    return (["a0: &a0 [1]"] + aliases).joined(separator: "\n")
  }

  @Test func whatTheWriterWritesIsReadBack() throws {
    let document = OpenAPIDocument(title: "Shop: \"나루\"", endpoints: Shop.endpoints)
    #expect(try YAMLReader.read(YAMLText(document.root).text) == document.root)
  }
}
