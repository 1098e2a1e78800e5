import Foundation
import Naru
import NaruOpenAPI
import Testing

@testable import NaruOpenAPIImport

/// Each field of each object of OpenAPI 2.0 to 3.2, and each keyword of JSON Schema, is used, is named in a note, or has no meaning for a
/// client. `Fixtures/openapi-keywords.tsv` has them, with a document for each.
struct KeywordTests {
  /// A field of an object, in one version.
  struct Keyword: CustomTestStringConvertible, Sendable {
    let object: String
    let name: String
    let version: String
    /// The document, with `…` at the place of the object's fields.
    let document: String
    /// The fields beside it.
    let others: String
    /// The field with its value.
    let entry: String

    var testDescription: String { "\(object), \(name), \(version)" }
  }

  private static let lines = rows("openapi-keywords.tsv")

  /// Returns the lines of a table in `Fixtures`, without comments.
  static func rows(_ file: String) -> [[String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let text = try? String(contentsOf: root.appending(path: "Fixtures/\(file)"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  private static let keywords: [Keyword] = {
    var documents: [String: String] = [:]
    for line in lines where line[0] == "=" { documents["\(line[1]) \(line[2])"] = line[3] }
    return lines.filter { $0[0] != "=" && $0[3] != "-" }.flatMap { line in
      line[2].split(separator: " ").map { version in
        let form = version.prefix(1)
        let document = documents["\(line[0])/\(line[1]) \(form)"] ?? documents["\(line[0]) \(form)"] ?? ""
        return Keyword(
          object: line[0],
          name: line[1],
          version: "\(version)",
          document: document,
          others: line[3],
          entry: line[4]
        )
      }
    }
  }()

  @Test func theTablesAreWhole() {
    #expect(Self.keywords.count > 450 && Self.keywords.allSatisfy { $0.document.contains("…") })
    let reasons = Self.lines.filter { $0[0] != "=" && $0[3] == "-" }
    #expect(reasons.allSatisfy { $0.count == 5 && !$0[4].isEmpty })
  }

  @Test(arguments: keywords) func eachKeywordIsUsedOrNamed(keyword: Keyword) throws {
    func imported(_ fields: [String]) throws -> (text: String, notes: Set<String>, counts: [Int]) {
      let version = keyword.version == "2.0" ? "swagger: '2.0'" : "openapi: \(keyword.version).0"
      let fields = fields.filter { !$0.isEmpty }.joined(separator: ", ")
      // A document without the field may have nothing at its place.
      let document = keyword.document.replacing("…\(fields.isEmpty ? ", " : "")", with: fields)
        .replacing("…", with: "")
      let tree = try YAMLReader.read("{\(version), \(document)}")
      let imported = OpenAPIImport(root: keyword.version == "2.0" ? SwaggerConverter(document: tree).root : tree)
      // Without the first line, which has a mark of the rest.
      let files = imported.files.map { $0.text.split(separator: "\n").dropFirst().joined(separator: "\n") }
      return (files.joined(), Set(imported.notes.map(\.description)), [imported.operations, imported.imported])
    }
    let without = try imported([keyword.others])
    let with = try imported([keyword.others, keyword.entry])
    // The names of header fields and methods stand for the objects with them.
    let names = [keyword.name] + keyword.entry.matches(of: /\b(X-A|COPY)\b/).map { String($0.1) }
    let isNamed = with.notes.subtracting(without.notes).contains { note in names.contains { note.contains($0) } }
    #expect(
      with.text != without.text || isNamed,
      "It is lost without a note.\n\(with.text)\n\(with.notes.sorted().joined(separator: "\n")) \(with.counts)"
    )
  }
}
