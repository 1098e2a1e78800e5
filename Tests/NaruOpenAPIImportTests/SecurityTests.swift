import Foundation
import Naru
import NaruOpenAPI
import Testing

@testable import NaruOpenAPI
@testable import NaruOpenAPIImport

/// Security schemes, scopes and servers of endpoints, in documents and imported from them.
struct SecurityTests {
  @API("/vault", auth: .required, security: [.apiKey(query: "key"), .all(.basic, .apiKey(header: "X-Key"))])
  struct Vault: Sendable {
    @GET("/usual")
    var usual: @Sendable () async throws -> Int

    @GET("/maybe", auth: .optional, security: [.apiKey(cookie: "key")])
    var maybe: @Sendable () async throws -> Int

    @DELETE("/scoped", security: [.bearer], scopes: ["vault:read", "vault:write"])
    var scoped: @Sendable () async throws -> Void

    @GET("/open", auth: .none)
    var open: @Sendable () async throws -> Int
  }

  @API("/up", host: "https://uploads.example.com")
  struct Uploads: Sendable {
    @GET("/a")
    var show: @Sendable () async throws -> Int
  }

  private let root = OpenAPIDocument(title: "Vault", endpoints: Vault.endpoints + Uploads.endpoints).root

  private func operation(_ method: String, _ path: String) throws -> JSONTree {
    try #require(root["paths"]?[path]?[method])
  }

  @Test func aDocumentHasTheSchemesAndTheirScopes() throws {
    let schemes = try #require(root["components"]?["securitySchemes"])
    #expect(schemes.fields.map(\.name) == ["key", "basic", "X-Key", "key-2", "bearer"])
    #expect(schemes["key"] == ["type": "apiKey", "in": "query", "name": "key"])
    #expect(schemes["key-2"] == ["type": "apiKey", "in": "cookie", "name": "key"])
    #expect(schemes["X-Key"] == ["type": "apiKey", "in": "header", "name": "X-Key"])
    #expect(schemes["basic"] == ["type": "http", "scheme": "basic"])
    #expect(try operation("get", "/vault/usual")["security"] == [["key": []], ["basic": [], "X-Key": []]])
    #expect(try operation("get", "/vault/maybe")["security"] == [[:], ["key-2": []]])
    let scoped = try operation("delete", "/vault/scoped")
    #expect(scoped["security"] == [["bearer": ["vault:read", "vault:write"]]])
    #expect(scoped["responses"]?["403"] != nil)
    #expect(try operation("get", "/vault/open")["security"] == nil)
    #expect(try operation("get", "/vault/usual")["responses"]?["403"] == nil)
  }

  @Test func anOperationHasTheServerOfItsContract() throws {
    #expect(try operation("get", "/up/a")["servers"] == [["url": "https://uploads.example.com"]])
    #expect(try operation("get", "/vault/open")["servers"] == nil)
  }

  @Test func whatIsImportedFromADocumentIsTheSame() throws {
    let imported = OpenAPIImport(root: root)
    let vault = try #require(imported.files.first { $0.name == "Vault.swift" }?.text)
    #expect(
      vault.contains(
        """
        @API("/vault", auth: .required, security: [.apiKey(query: "key"), .all(.basic, .apiKey(header: "X-Key"))])
        """
      ),
      "\(vault)"
    )
    #expect(vault.contains(#"@GET("/usual")"#), "\(vault)")
    #expect(vault.contains(#"@GET("/maybe", auth: .optional, security: [.apiKey(cookie: "key")])"#), "\(vault)")
    #expect(
      vault.contains(#"@DELETE("/scoped", security: [.bearer], scopes: ["vault:read", "vault:write"])"#),
      "\(vault)"
    )
    #expect(vault.contains(#"@GET("/open", auth: .none)"#), "\(vault)")
    let uploads = try #require(imported.files.first { $0.name == "Uploads.swift" }?.text)
    #expect(uploads.contains(#"@API("/up", host: "https://uploads.example.com")"#), "\(uploads)")
    #expect(imported.notes.isEmpty, "\(imported.notes)")
  }
}
