import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import Naru
import NaruOpenAPI
import Testing

/// The OpenAPI documents of the five systems.
struct OpenAPITests {
  private func get(_ path: String, described: Bool = true) async throws -> (status: Int, type: String?, body: Data) {
    let backend = try await LocalBackend(storage: .memory, described: described)
    defer { try? backend.close() }
    return try await Application(router: backend.router()).test(.router) { client in
      try await client.execute(uri: path, method: .get) { response in
        (response.status.code, response.headers[.contentType], Data(String(buffer: response.body).utf8))
      }
    }
  }

  private func operations(_ body: Data) throws -> [[String: Any]] {
    let document = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    return paths.values.flatMap(\.values)
  }

  @Test func theServerHasTheDocumentOfAllSystems() async throws {
    let answer = try await get("/openapi.json")
    #expect(answer.status == 200 && answer.type == "application/json; charset=utf-8")
    let ids = Set(try operations(answer.body).compactMap { $0["operationId"] as? String })
    #expect(ids == Set(LocalBackend.endpoints.map(\.id)))
  }

  @Test func everyPostThatActsForAPersonTakesAnIdempotencyKey() async throws {
    let posts = LocalBackend.endpoints.filter { $0.method == .post }
    // Sign-in has its own rules: a code counts once, and a refresh or a logout can be repeated.
    let without = posts.filter { !$0.idempotencyKey }.map(\.id)
    #expect(Set(without) == ["Accounts.token", "Accounts.refresh", "Accounts.logout"])
    let operations = try operations(try await get("/openapi.json").body).filter { operation in
      (operation["parameters"] as? [[String: Any]])?.contains { $0["name"] as? String == "Idempotency-Key" } == true
    }
    #expect(operations.count == posts.count - without.count)
    #expect(operations.allSatisfy { ($0["responses"] as? [String: Any])?["409"] != nil })
  }

  @Test func eachSystemHasItsOwnDocument() async throws {
    #expect(LocalBackend.describedSystems.map(\.name) == ["DockDock", "Saerok", "Konkuk", "Dori", "Squirret"])
    let answer = try await get("/openapi/dori.json")
    #expect(Set(try operations(answer.body).flatMap { $0["tags"] as? [String] ?? [] }) == ["Ledger"])
    let yaml = try await get("/openapi/dori.yaml")
    #expect(yaml.type == "application/yaml; charset=utf-8")
    #expect(String(decoding: yaml.body, as: UTF8.self).hasPrefix("openapi: \"3.1.0\"\ninfo:\n  title: Dori\n"))
  }

  @Test func aServerWithoutDocumentsHasNone() async throws {
    #expect(try await get("/openapi.json", described: false).status == 404)
  }

  @Test func everyEndpointThatReturnsJSONHasAnExample() async throws {
    let endpoints = Dictionary(uniqueKeysWithValues: LocalBackend.endpoints.map { ($0.id, $0) })
    var examples: [String: [String: Any]] = [:]
    var missing: [String] = []
    for operation in try operations(try await get("/openapi.json").body) {
      let id = try #require(operation["operationId"] as? String)
      let responses = try #require(operation["responses"] as? [String: [String: Any]])
      for (status, response) in responses where status.hasPrefix("2") && endpoints[id]?.result != nil {
        guard let json = (response["content"] as? [String: [String: Any]])?["application/json"] else { continue }
        if json["example"] == nil { missing.append(id) } else { examples[id] = json }
      }
    }
    // No book of the preview has the sample word of a search, so there is no id for another call.
    #expect(missing == ["Books.show"] && examples.count > 50, "\(missing)")
    // The samples of the previews.
    for (id, word) in [("PopularBooks.mostBorrowed", "어린 왕자"), ("Users.me", "책읽는고래")] {
      let text = "\(examples[id] ?? [:])"
      #expect(text.contains(word), "\(id): \(text)")
    }
  }
}
