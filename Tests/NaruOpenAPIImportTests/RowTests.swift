import Foundation
import Naru
import NaruOpenAPI
import Testing

@testable import NaruOpenAPIImport

/// Imports each part of a document in `Fixtures/openapi-rows.tsv`, and looks for the source or the note beside it.
struct RowTests {
  private static let table = KeywordTests.rows("openapi-rows.tsv").map { row in
    var row = row.map { $0.replacing("⏎", with: "\n") }
    row[1] = row[1].replacing(/@(\w+)/) { "{$ref: '#/components/schemas/\($0.1)'}" }
    return row
  }

  private static func rows(_ kind: String) -> [[String]] { table.filter { $0[0] == kind } }

  private func imported(_ schemas: String) throws -> (text: String, notes: String) {
    let imported = OpenAPIImport(
      root: try YAMLReader.read(
        """
        openapi: 3.1.0
        paths:
          /a:
            post:
              tags: [A]
              operationId: send
              requestBody: {content: {'*/*': {schema: {$ref: '#/components/schemas/R'}}}}
              responses: {'200': {description: ok, content: {'*/*': {schema: {$ref: '#/components/schemas/R'}}}}}
        components:
          schemas:
        \(schemas.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        """
      )
    )
    return (imported.files.map(\.text).joined(), imported.notes.map(\.description).joined(separator: "\n"))
  }

  @Test func theTableIsWhole() {
    #expect(Self.table.count > 70 && Self.table.allSatisfy { $0[0] == "operation" ? $0.count > 3 : $0.count == 3 })
  }

  @Test(arguments: rows("source")) func nothingIsLost(row: [String]) throws {
    let (text, _) = try imported(row[1])
    #expect(text.contains(row[2]), "\(text)")
    // Any media type with a schema is JSON.
    #expect(text.contains("async throws -> R"))
  }

  @Test(arguments: rows("operation")) func thePartsOfAnOperationAreRead(row: [String]) throws {
    let document = "{openapi: 3.0.3, paths: {/a: {\(row[1])}}}"
    let text = OpenAPIImport(root: try YAMLReader.read(document)).files.map(\.text).joined()
    for part in row.dropFirst(2) {
      #expect(part.hasPrefix("¬") ? !text.contains(part.dropFirst()) : text.contains(part), "\(part)\n\(text)")
    }
  }

  @Test(arguments: rows("note")) func eachLossHasOneNote(row: [String]) throws {
    let (_, notes) = try imported(row[1])
    #expect(notes.ranges(of: row[2]).count == 1, "\(notes)")
  }

  @Test(arguments: rows("loss")) func eachLossOfAnOperationIsItsOnlyNote(row: [String]) throws {
    let path = row[1].contains("in: path") ? "/a/{id}" : "/a"
    let imported = OpenAPIImport(root: try YAMLReader.read("{openapi: 3.0.3, paths: {'\(path)': {get: {\(row[1])}}}}"))
    #expect(imported.imported == 1 && imported.notes.map(\.reason) == row.dropFirst(2).filter { $0 != "-" })
  }
}
