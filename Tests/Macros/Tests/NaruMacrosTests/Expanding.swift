import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import NaruMacros

/// Returns the macros by their names. `conformances` are those that the struct does not declare.
func macros(conformances: [TypeSyntax] = ["Contract"]) -> [String: MacroSpec] {
  [
    "API": MacroSpec(type: APIMacro.self, conformances: conformances),
    "GET": MacroSpec(type: MarkerMacro.self),
    "HEAD": MacroSpec(type: MarkerMacro.self),
    "POST": MacroSpec(type: MarkerMacro.self),
    "PUT": MacroSpec(type: MarkerMacro.self),
    "PATCH": MacroSpec(type: MarkerMacro.self),
    "DELETE": MacroSpec(type: MarkerMacro.self),
    "Payload": MacroSpec(type: PayloadMacro.self, conformances: ["Payload", "Decodable", "Encodable"]),
    "Key": MacroSpec(type: MarkerMacro.self),
    "Unknown": MacroSpec(type: MarkerMacro.self),
  ]
}

/// Checks the whole expansion of a source.
func expectExpansion(
  _ source: String,
  _ expanded: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  assertMacroExpansion(
    source,
    expandedSource: expanded,
    macroSpecs: macros(),
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record(
        "\(failure.message)",
        sourceLocation: SourceLocation(
          fileID: failure.location.fileID,
          filePath: failure.location.filePath,
          line: failure.location.line,
          column: failure.location.column
        )
      )
    },
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// The expansion of a source, with its diagnostics.
struct Expansion {
  /// A diagnostic with its place.
  struct Found: Equatable, CustomStringConvertible {
    var offset: Int
    var text: String
    var isError: Bool

    var description: String { "\(offset): \(isError ? "error" : "warning"): \(text)" }
  }

  /// The expanded source.
  let text: String
  /// The diagnostics in the order in which they were reported.
  let found: [Found]
  /// The notes of all diagnostics.
  let notes: [String]
  /// The source with every fix-it applied.
  let fixed: String

  init(_ source: String, conformances: [TypeSyntax] = ["Contract"]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macroSpecs: macros(conformances: conformances),
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2)
    )
    text = expanded.description
    let converter = SourceLocationConverter(fileName: "Test.swift", tree: file)
    func offset(_ position: AbsolutePosition, _ node: Syntax) -> Int {
      let location = context.location(for: position, anchoredAt: node, fileName: "Test.swift")
      return converter.position(ofLine: location.line, column: location.column).utf8Offset
    }
    found = context.diagnostics.map {
      Found(
        offset: offset($0.position, $0.node),
        text: $0.message,
        isError: $0.diagMessage.severity == .error
      )
    }
    notes = context.diagnostics.flatMap { $0.notes.map(\.message) }
    let edits = context.diagnostics.flatMap(\.fixIts).flatMap(\.changes).compactMap { change -> (Range<Int>, String)? in
      guard case .replace(let old, let new) = change else { return nil }
      return (offset(old.position, old)..<offset(old.endPosition, old), new.description)
    }
    var bytes = Array(source.utf8)
    for (range, text) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    fixed = String(decoding: bytes, as: UTF8.self)
  }
}
