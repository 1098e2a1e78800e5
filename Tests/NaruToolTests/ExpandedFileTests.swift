import Foundation
import Testing

@testable import naru_tool

/// Where the code of expansions is written.
struct ExpandedFileTests {
  /// The text of a file after expansions; of each, the attribute, the declaration and the depth.
  private func expand(
    _ text: String,
    _ expansions: [(role: MacroExpansion.Role, attribute: String, declaration: String, depth: Int, text: String)],
    changedTo new: String? = nil
  ) throws -> String {
    let url = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data((new ?? text).utf8).write(to: url)
    func piece(_ part: String) throws -> MacroExpansion.Source {
      let range = try #require(text.range(of: part))
      let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return MacroExpansion.Source(source: part, location: .init(fileName: url.path, offset: offset))
    }
    let file = try ExpandedFile(
      url,
      try expansions.map {
        MacroExpansion(
          role: $0.role,
          attribute: try piece($0.attribute),
          declaration: try piece($0.declaration),
          depth: $0.depth,
          text: $0.text
        )
      }
    )
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test
  func membersAreWrittenAtTheEndOfTheirTypeWithItsIndentation() throws {
    let type = "@A\n\tstruct S {\n\t\t// The last line.\n\t}"
    #expect(
      try expand("enum E {\n\t\(type)\n}\n", [(.member, "@A", type, 1, "let a = 1\n\nlet b = 2")])
        == "enum E {\n\tstruct S {\n\t\t// The last line.\n\n\t\tlet a = 1\n\n\t\tlet b = 2\n\t}\n}\n"
    )
  }

  @Test
  func anExtensionFollowsTheDeclarationOfTheFile() throws {
    let inner = "@A struct S {}"
    let text = #"enum E { /* } */ \#(inner); let a = "}\("}")" } // E"# + "\nlet last = 1\n"
    #expect(
      try expand(text, [(.extension, "@A", inner, 1, "extension E.S: P {}")])
        == #"enum E { /* } */ struct S {}; let a = "}\("}")" } // E"# + "\n\nextension E.S: P {}\nlet last = 1\n"
    )
  }

  @Test
  func extensionsOfOneDeclarationStayInTheOrderOfTheirTypes() throws {
    let text = "enum E {\n  @A\n  struct S {}\n  @B\n  struct T {}\n}\n"
    #expect(
      try expand(
        text,
        [
          (.extension, "@A", "@A\n  struct S {}", 1, "extension E.S {}"),
          (.extension, "@B", "@B\n  struct T {}", 1, "extension E.T {}"),
        ]
      ) == "enum E {\n  struct S {}\n  struct T {}\n}\n\nextension E.S {}\n\nextension E.T {}\n"
    )
  }

  @Test
  func onlyTheAttributeIsRemoved() throws {
    let declaration = "@A(\"x\") @MainActor var a: Int"
    #expect(
      try expand("/// 새\n\(declaration)\n", [(.peer, "@A(\"x\")", declaration, 0, "")])
        == "/// 새\n@MainActor var a: Int\n"
    )
    let lines = "@A\r\nvar a: Int"
    #expect(try expand("// a\r\n\(lines)\r\n", [(.peer, "@A", lines, 0, "")]) == "// a\r\nvar a: Int\r\n")
  }

  @Test
  func aFileThatChangesDuringTheExpansionIsAnError() throws {
    #expect(throws: (any Error).self) {
      try expand("@A struct S {}", [(.member, "@A", "@A struct S {}", 0, "let a = 1")], changedTo: "@A struct T {}")
    }
  }

  @Test
  func aRepeatedRequestIsOneExpansion() throws {
    let source = #"{"source": "@A", "location": {"fileName": "/a.swift", "offset": 3}}"#
    let request = """
      {"expandAttachedMacro": {"macroRole": "member", "attributeSyntax": \(source), "declSyntax": \(source), \
      "lexicalContext": [\(source)]}}
      """
    let messages = [request, #"{"expandMacroResult": {"expandedSource": "let a = 1"}}"#]
    let url = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let record = (messages + messages).reduce(into: Data()) { data, message in
      data += (0..<8).map { UInt8(truncatingIfNeeded: message.utf8.count >> (8 * $0)) } + Data(message.utf8)
    }
    try record.write(to: url)
    let expansions = try MacroExpansion.read(url)
    #expect(expansions.map(\.text) == ["let a = 1"])
    #expect(expansions.map(\.depth) == [1])
  }
}
