import Foundation
import Testing

@testable import Command

/// `naru openapi`.
struct OpenAPICommandTests {
  private let shell = TestShell()

  private func ids(_ json: String) throws -> Set<String> {
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    return Set(paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String })
  }

  @Test func theDocumentHasTheContractsThatAreAskedFor() async throws {
    let all = await shell.run("openapi")
    #expect(all.status == 0 && all.err.isEmpty, "\(all.err)")
    #expect(try ids(all.out).isSuperset(of: ["Books.search", "Accounts.me", "Ledger.people"]))
    let one = await shell.run("openapi", "--contract", "Ledger", "--server", "https://api.example.com")
    #expect(try ids(one.out).allSatisfy { $0.hasPrefix("Ledger.") } && one.out.contains("https://api.example.com"))
    let yaml = await shell.run("openapi", "export", "--yaml", "--contract", "Loans")
    #expect(yaml.out.hasPrefix("openapi: "))
  }

  @Test func anUnknownContractIsRefusedWithTheKnownOnes() async {
    let output = await shell.run("openapi", "--contract", "Shelf")
    #expect(output.status == 64 && output.err.contains("Shelf") && output.err.contains("ReadingBooks"), "\(output)")
  }

  @Test func aSecondImportKeepsAFileThatWasChangedByHand() async throws {
    let document = try shell.write("", to: "ledger.json")
    #expect(await shell.run("openapi", "--contract", "Ledger", "-o", document).status == 0)
    let folder = shell.folder.appending(path: "Imported")
    let first = await shell.run("openapi", "import", document, "-o", folder.path)
    #expect(first.status == 0 && first.out.contains("10"), "\(first)")
    let file = folder.appending(path: "Ledger.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("public struct Ledger: Sendable {"))
    try Data((text + "// changed\n").utf8).write(to: file)
    // Another document than the first one, so that there is something new.
    let other = await shell.run("openapi", "--contract", "Ledger", "--server", "https://b.example.com", "-o", document)
    #expect(other.status == 0)
    let second = await shell.run("openapi", "import", document, "-o", folder.path)
    #expect(second.status == 1 && second.err.contains("Ledger.swift.new"), "\(second)")
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("// changed\n"))
  }

  @Test func aRecordingIsImported() async throws {
    let recording = try shell.write(
      #"""
      {"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[
        {"startedDateTime":"","time":0,
         "request":{"method":"GET","url":"https://api.example.com/v1/birds/7","headers":[]},
         "response":{"status":200,"headers":[],"content":{"size":9,"mimeType":"application/json","text":"{\"id\":7}"}}}]}}
      """#,
      to: "birds.har"
    )
    let folder = shell.folder.appending(path: "Birds")
    let output = await shell.run("import", recording, "-o", folder.path, "--url", "https://api.example.com/v1")
    #expect(output.status == 0 && output.err.isEmpty, "\(output)")
    let text = try String(contentsOf: folder.appending(path: "Birds.swift"), encoding: .utf8)
    #expect(text.contains(#"@GET("/{birdID}")"#), "\(text)")
    let elsewhere = await shell.run(
      "import",
      recording,
      "-o",
      folder.path,
      "--url",
      "https://other.example.com"
    )
    #expect(elsewhere.status == 1 && elsewhere.err.contains("birds.har"), "\(elsewhere)")
    #expect(await shell.run("import", recording, "--url", "other").status == 64)
  }

  @Test func aCollectionIsImported() async throws {
    let collection = try shell.write(
      #"""
      {"info":{"name":"Birds","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "item":[{"name":"Birds","item":[
         {"name":"Show bird","request":{"method":"GET","url":"https://api.example.com/v1/birds/:id"},
          "response":[{"code":200,"body":"{\"id\":7}"}]},
         {"name":"Feed bird","request":{"method":"POST","url":"https://api.example.com/v1/birds/:id/meals"}}]}]}
      """#,
      to: "birds.json"
    )
    let folder = shell.folder.appending(path: "Birds")
    let output = await shell.run("import", collection, "-o", folder.path)
    // What is not in the file is said in the language of the person.
    let note = text("저장된 응답이 없어 결과가 비어 있습니다.", "it has no saved response; the result is empty.")
    #expect(output.status == 0 && output.err.hasPrefix("#/item/0/item/1: \(note)\n"), "\(output)")
    let source = try String(contentsOf: folder.appending(path: "Birds.swift"), encoding: .utf8)
    #expect(source.contains(#"@GET("/{id}")"#) && source.contains("showBird"), "\(source)")
  }
}
