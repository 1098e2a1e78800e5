import Foundation
import Naru
import Testing

@testable import NaruOpenAPI

/// Documents as text.
struct TextTests {
  private let tree: JSONTree = [
    "openapi": "3.1.0",
    "title": "도서: 검색",
    "empty": [:], "none": .null, "list": [], "yes": "no", "number": 1, "text": "12", "blank": "",
    "lines": "first\n\nsecond",
    "odd": "a\u{2028}b\t\"",
    "tags": [["name": "a", "more": ["x", true]], [1, [2]], "- b", "c # d"],
    "/a/{id}": ["200": ["$ref": "#/a"]],
  ]

  @Test func yamlQuotesWhatIsNotPlain() {
    #expect(
      YAMLText(tree).text == """
        openapi: "3.1.0"
        title: "도서: 검색"
        empty: {}
        none: null
        list: []
        "yes": "no"
        number: 1
        text: "12"
        blank: ""
        lines: |-
          first

          second
        odd: "a\\u2028b\\t\\""
        tags:
          - name: a
            more:
              - x
              - true
          - [1,[2]]
          - "- b"
          - "c # d"
        /a/{id}:
          "200":
            $ref: "#/a"

        """
    )
  }

  @Test func jsonIsReadAsItWasWritten() throws {
    let text = JSONText(tree).text
    #expect(text.hasPrefix("{\n  \"openapi\": \"3.1.0\",\n  \"title\""))
    #expect(JSONTree(json: Data(text.utf8)) == tree)
  }
}
