import CountedProgram
import DockDock
import Dori
import Foundation
import Konkuk
import Naru
import NaruOpenAPI
import Saerok
import Squirret

/// The program that `scripts/bench openapi` measures.
///
///     OpenAPIBench import              imports a document of 531 operations, and prints milliseconds
///     OpenAPIBench export              writes the document of the five systems, with examples, and prints milliseconds
///     OpenAPIBench limited|free COUNT  calls an endpoint COUNT times in this process, with limits or without
@main
struct OpenAPIBench: CountedProgram {
  static func run(_ arguments: [String]) async throws {
    switch arguments.first {
    case "import": print(Int(try await importTime() / .milliseconds(1)))
    case "export":
      // The first document also reads the schemas of all types.
      _ = await document()
      print(Int(await ContinuousClock().measure { _ = await document().json } / .milliseconds(1)))
    case "limited": try await calls(of: Limited.self, Int(arguments.last ?? "") ?? 1) { try await $0.add(2, .sample) }
    case "free": try await calls(of: Free.self, Int(arguments.last ?? "") ?? 1) { try await $0.add(2, .sample) }
    default: fail("Usage: OpenAPIBench import|export|limited COUNT|free COUNT")
    }
  }

  private static func document() async -> OpenAPIDocument {
    var examples = OpenAPIExamples()
    var endpoints: [Endpoint] = []
    for preview in previews {
      await examples.add(preview)
      endpoints += type(of: preview).endpoints
    }
    return OpenAPIDocument(title: "Naru", endpoints: endpoints, examples: examples)
  }

  private static var previews: [any Contract] {
    [
      Books.preview, ReadingBooks.preview, ReadingRecords.preview, Reviews.preview, Onboarding.preview, Users.preview,
      FreeBoard.preview, Blocks.preview, PopularBooks.preview, Loans.preview, Ledger.preview, Accounts.preview,
    ]
  }

  /// The time of an import, with reading and writing the files.
  private static func importTime() async throws -> Duration {
    let folder = FileManager.default.temporaryDirectory.appending(path: "naru-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "document.json")
    try copies(9, of: await document().json).write(to: file)
    return try ContinuousClock().measure {
      let imported = try OpenAPIImport(contentsOf: file)
      guard imported.imported == 531 else { throw Unexpected(operations: imported.imported) }
      _ = try imported.write(to: folder.appending(path: "Imported"))
    }
  }

  /// Returns a document in which each operation and each component of another one is several times, with other names.
  private static func copies(_ count: Int, of json: Data) throws -> Data {
    var whole: [String: Any] = [:]
    for index in 1...count {
      let text = String(decoding: json, as: UTF8.self)
        .replacing(/"#\/components\/(\w+)\//) { "\"#/components/\($0.1)/V\(index)" }
        .replacing(/"operationId": "/) { _ in "\"operationId\": \"V\(index)" }
      guard var copy = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { continue }
      let paths = copy["paths"] as? [String: [String: [String: Any]]] ?? [:]
      copy["paths"] = Dictionary(
        uniqueKeysWithValues: paths.map { path, item in
          let operations = item.mapValues { operation in
            let tags = (operation["tags"] as? [String] ?? []).map { "V\(index)\($0)" }
            return operation.merging(["tags": tags]) { _, new in new }
          }
          return ("/v\(index)\(path)", operations)
        }
      )
      let components = copy["components"] as? [String: [String: Any]] ?? [:]
      copy["components"] = Dictionary(
        uniqueKeysWithValues: components.map { section, values in
          let prefix = section == "securitySchemes" ? "" : "V\(index)"
          return (section, Dictionary(uniqueKeysWithValues: values.map { (prefix + $0.key, $0.value) }))
        }
      )
      whole = merged(whole, copy)
    }
    return try JSONSerialization.data(withJSONObject: whole)
  }

  private static func merged(_ one: [String: Any], _ other: [String: Any]) -> [String: Any] {
    one.merging(other) { one, other in
      guard let one = one as? [String: Any], let other = other as? [String: Any] else { return other }
      return merged(one, other)
    }
  }

  /// Calls a served contract in this process.
  private static func calls<API: BenchContract>(
    of contract: API.Type,
    _ count: Int,
    call: (API) async throws -> Int
  ) async throws {
    let transport = InMemoryTransport().mounting(contract) { _ in API.answering }
    let api = API.live(APIClient(InMemoryTransport.url, transport: transport))
    var sum = 0
    for _ in 0..<count { sum += try await call(api) }
    guard sum == 2 * count else { throw Unexpected(operations: sum) }
  }
}

private struct Unexpected: Error {
  var operations: Int
}
